/**
 * Internal. Grouping: a table from keys to group numbers that adapts to the keys it meets, columnar
 * states of the aggregate functions by group number, and the sinks made of both: GROUP BY,
 * DISTINCT, INTERSECT and EXCEPT.
 */
package dev.paceline.core.operator.aggregate;
