/** Internal. Intervals of months and of days in one expression. */
package dev.paceline.calcite.sql.interval;
