/**
 * Internal. Plans and executions as text: EXPLAIN, EXPLAIN ANALYZE and the trace of work orders.
 */
package dev.paceline.calcite.explain;
