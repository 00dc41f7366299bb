/**
 * Internal. Rows kept in native memory, column by column: collected by several workers, then
 * combined into one store that is read by row number.
 */
package dev.paceline.core.operator.row;
