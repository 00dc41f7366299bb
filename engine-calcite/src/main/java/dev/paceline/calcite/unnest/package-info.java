/**
 * Internal. UNNEST while a query is planned: first a join with all possible elements, which is what
 * Calcite removes correlations from, then one operator.
 */
package dev.paceline.calcite.unnest;
