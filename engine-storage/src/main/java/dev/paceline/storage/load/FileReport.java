package dev.paceline.storage.load;

import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.List;

/**
 * A small table that describes files, made when it is asked for.
 *
 * @param rows values of each row: {@link Boolean}, {@link Long} for whole numbers of any type,
 *     {@link String}, or null
 */
public record FileReport(List<ColumnDefinition> columns, List<List<Object>> rows) {}
