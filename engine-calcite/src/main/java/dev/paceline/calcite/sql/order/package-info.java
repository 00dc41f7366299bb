/** Orders of rows, as statements write them. */
@org.jspecify.annotations.NullMarked
package dev.paceline.calcite.sql.order;
