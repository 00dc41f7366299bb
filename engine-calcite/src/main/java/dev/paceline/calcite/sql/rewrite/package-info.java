/**
 * Internal. Statements that the grammar knows and Calcite does not, in terms of those that it does.
 */
package dev.paceline.calcite.sql.rewrite;
