/** Internal. Arithmetic, casts, and the functions of numbers, strings, dates and timestamps. */
package dev.paceline.core.expr.function;
