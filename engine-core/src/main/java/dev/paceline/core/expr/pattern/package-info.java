/** Internal. Patterns of LIKE and SIMILAR TO, compiled once per constant pattern. */
package dev.paceline.core.expr.pattern;
