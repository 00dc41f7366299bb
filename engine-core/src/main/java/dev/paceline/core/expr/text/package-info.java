/** Internal. The functions of strings. */
package dev.paceline.core.expr.text;
