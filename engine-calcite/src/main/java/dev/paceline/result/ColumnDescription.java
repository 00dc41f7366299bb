package dev.paceline.result;

import java.sql.JDBCType;

/**
 * A column of a result.
 *
 * @param name its label in the statement
 * @param type its SQL type; OTHER for intervals
 * @param typeName the name of the type in CREATE TABLE, without precision and scale
 * @param precision decimal digits, characters or bytes; {@code Integer.MAX_VALUE} for a string
 *     without a limit
 * @param scale digits after the decimal point
 * @param nullable whether it may hold NULL
 */
public record ColumnDescription(
    String name, JDBCType type, String typeName, int precision, int scale, boolean nullable) {}
