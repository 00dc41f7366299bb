/** Internal. Variables of a session in expressions. */
package dev.paceline.calcite.sql.variable;
