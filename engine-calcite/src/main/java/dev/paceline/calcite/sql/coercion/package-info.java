/** Casts that a statement leaves out, and that the validator adds to it. */
@org.jspecify.annotations.NullMarked
package dev.paceline.calcite.sql.coercion;
