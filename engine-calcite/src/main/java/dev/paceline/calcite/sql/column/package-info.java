/** Names of the columns of queries. */
@org.jspecify.annotations.NullMarked
package dev.paceline.calcite.sql.column;
