/** Internal. Estimates how many rows a relational expression has, from the tables' statistics. */
package dev.paceline.calcite.estimate;
