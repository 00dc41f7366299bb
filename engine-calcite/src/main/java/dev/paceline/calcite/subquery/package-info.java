/**
 * Internal. Turns the sub-queries in expressions into joins, or into correlates if they depend on
 * the rows of the query around them; {@code calcite.decorrelate} turns these into joins.
 */
package dev.paceline.calcite.subquery;
