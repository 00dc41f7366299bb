/**
 * Internal. The states of the aggregate functions: columns of partial results, addressed by group
 * number, that batches are added to and that are merged and emitted.
 */
package dev.paceline.core.operator.aggregate.state;
