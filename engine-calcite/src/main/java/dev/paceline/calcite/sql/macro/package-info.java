/** Internal. Macros: expressions and queries that calls in statements stand for. */
package dev.paceline.calcite.sql.macro;
