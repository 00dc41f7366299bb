/** Names of the columns and the tables of queries. */
@org.jspecify.annotations.NullMarked
package dev.paceline.calcite.sql.column;
