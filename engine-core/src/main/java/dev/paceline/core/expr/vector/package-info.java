/**
 * Internal. What the evaluators of all functions share: calls of functions on vectors, results per
 * dictionary entry, bitmaps of NULLs and truth values, lanes of numbers, and writers of strings.
 */
package dev.paceline.core.expr.vector;
