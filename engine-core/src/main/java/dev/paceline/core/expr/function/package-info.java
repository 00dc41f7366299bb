/** Internal. Arithmetic, casts, and the functions of numbers, dates and timestamps. */
package dev.paceline.core.expr.function;
