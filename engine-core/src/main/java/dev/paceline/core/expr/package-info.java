/**
 * Internal. Expressions over vectors: immutable trees, and the evaluators that workers make of
 * them.
 */
package dev.paceline.core.expr;
