/**
 * Internal. The leaves and the base types of expression trees, and the names of operators and
 * functions. Trees are immutable and shared by workers; an evaluator belongs to one worker.
 */
package dev.paceline.core.expr.tree;
