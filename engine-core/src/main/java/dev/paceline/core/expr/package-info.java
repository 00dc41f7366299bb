/**
 * Internal. Expressions over vectors. {@link dev.paceline.core.expr.Expressions} builds every
 * expression; the trees, the evaluators that workers make of them, and the families of functions
 * have packages of their own.
 */
package dev.paceline.core.expr;
