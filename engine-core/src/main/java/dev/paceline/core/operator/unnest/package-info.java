/** Internal. Rows that are made of the elements of lists, and of the values of series. */
package dev.paceline.core.operator.unnest;
