/**
 * Internal. Aggregates that need all values of their group, in an order: they become window
 * functions, which sort, spill and run in parallel.
 */
package dev.paceline.calcite.aggregate;
