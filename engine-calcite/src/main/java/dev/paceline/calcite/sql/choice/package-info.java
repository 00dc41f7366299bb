/** Functions that are chosen by the types of their arguments, which the validator knows. */
@org.jspecify.annotations.NullMarked
package dev.paceline.calcite.sql.choice;
