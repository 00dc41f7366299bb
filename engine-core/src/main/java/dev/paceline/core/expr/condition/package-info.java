/**
 * Internal. Expressions with a truth value, and those that choose by one: comparisons, AND, OR,
 * NOT, IN lists and ranges, IS tests, CASE and COALESCE.
 */
package dev.paceline.core.expr.condition;
