package dev.paceline.storage.load.csv.field;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.column.ColumnCast;
import org.jspecify.annotations.Nullable;

/** Lists, structs, maps and UUIDs, as a cast of their texts makes them. */
final class CastParser extends FieldParser {
  private final StringParser strings;

  CastParser(DataType type, CsvDialect dialect) {
    super(type);
    this.strings = new StringParser(DataType.VARCHAR, dialect, true);
  }

  @Override
  public @Nullable ChunkColumn parse(
      RecordTable table, int field, MemoryScope memory, FieldFailures failures) {
    ChunkColumn texts = strings.parse(table, field, memory, failures);
    String reason = "is not of type " + name(type());
    return texts == null
        ? null
        : ColumnCast.of(
            texts,
            table.rowCount(),
            type(),
            memory,
            (row, failure) -> {
              table.select(row, field); // whoever reports the failure shows this field
              return failures.failed(row, field, reason);
            });
  }
}
