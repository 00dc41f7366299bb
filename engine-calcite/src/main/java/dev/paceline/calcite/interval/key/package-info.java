/** Internal. Equality, order and sums of intervals, as expressions of their lengths and fields. */
package dev.paceline.calcite.interval.key;
