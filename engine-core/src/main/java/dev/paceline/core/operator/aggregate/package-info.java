/**
 * Internal. The sinks and sources of GROUP BY, DISTINCT, INTERSECT and EXCEPT. They group rows in
 * memory, by partitions, in the order of a sorted column, or from temporary files.
 */
package dev.paceline.core.operator.aggregate;
