package dev.paceline.storage.load.parquet;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import dev.paceline.storage.load.FileReport;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.parquet.metadata.ColumnChunkMetadata;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import dev.paceline.storage.load.parquet.metadata.SchemaNode;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The content of the footers of Parquet files, as tables. Not to be called by workers. */
public final class ParquetReports {
  private ParquetReports() {}

  /**
   * Returns the schema of files, a row for each element in depth-first order: {@code
   * parquet_schema}.
   *
   * @throws dev.paceline.core.error.PacelineException as {@link ParquetFormat#open}
   */
  public static FileReport schema(FileSet files, MemoryLedger ledger) {
    List<List<Object>> rows = new ArrayList<>();
    for (FileSet.Entry entry : files.files()) {
      for (SchemaNode node : ParquetFile.open(entry, false, ledger).metadata().schema()) {
        rows.add(
            row(
                entry.path().toString(),
                node.name(),
                node.type() == null ? null : node.type().name(),
                node.typeLength() == 0 ? null : Long.valueOf(node.typeLength()),
                node.repetition().name(),
                Long.valueOf(node.childCount()),
                node.logical().toString(),
                node.fieldId() < 0 ? null : Long.valueOf(node.fieldId())));
      }
    }
    return new FileReport(
        List.of(
            text("file_name"),
            text("name"),
            text("type"),
            number("type_length"),
            text("repetition_type"),
            number("num_children"),
            text("logical_type"),
            number("field_id")),
        rows);
  }

  /**
   * Returns the column chunks of files: {@code parquet_metadata}. The bounds of nested columns are
   * not shown.
   *
   * @throws dev.paceline.core.error.PacelineException as {@link ParquetFormat#open}
   */
  public static FileReport metadata(FileSet files, MemoryLedger ledger) {
    List<List<Object>> rows = new ArrayList<>();
    for (FileSet.Entry entry : files.files()) {
      ParquetFile file = ParquetFile.open(entry, false, ledger);
      List<RowGroupMetadata> rowGroups = file.metadata().rowGroups();
      for (int i = 0; i < rowGroups.size(); i++) {
        for (int column = 0; column < rowGroups.get(i).columns().size(); column++) {
          rows.add(chunk(file, i, column));
        }
      }
    }
    return new FileReport(
        List.of(
            text("file_name"),
            number("row_group_id"),
            number("row_group_num_rows"),
            number("column_id"),
            text("path_in_schema"),
            text("type"),
            text("encodings"),
            text("compression"),
            number("num_values"),
            number("total_compressed_size"),
            number("total_uncompressed_size"),
            number("data_page_offset"),
            number("dictionary_page_offset"),
            text("stats_min_value"),
            text("stats_max_value"),
            number("stats_null_count")),
        rows);
  }

  private static List<Object> chunk(ParquetFile file, int rowGroup, int leaf) {
    RowGroupMetadata group = file.metadata().rowGroups().get(rowGroup);
    ColumnChunkMetadata chunk = group.columns().get(leaf);
    ParquetColumn column =
        file.columns().stream()
            .filter(
                other ->
                    other.leaf() == leaf && other.unreadable() == null && other.nested() == null)
            .findFirst()
            .orElse(null);
    ColumnStatistics statistics = column == null ? null : ParquetBounds.of(column, group);
    return row(
        file.entry().path().toString(),
        Long.valueOf(rowGroup),
        group.rowCount(),
        Long.valueOf(leaf),
        String.join(".", chunk.path()),
        chunk.type().name(),
        String.join(", ", chunk.encodings().stream().map(Enum::name).toList()),
        chunk.compression().name(),
        chunk.valueCount(),
        chunk.compressedBytes(),
        chunk.uncompressedBytes(),
        chunk.dataPageOffset(),
        chunk.dictionaryPageOffset() < 0 ? null : Long.valueOf(chunk.dictionaryPageOffset()),
        statistics == null ? null : bound(column.type(), statistics, true),
        statistics == null ? null : bound(column.type(), statistics, false),
        chunk.bounds().nullCount() < 0 ? null : Long.valueOf(chunk.bounds().nullCount()));
  }

  private static @Nullable String bound(DataType type, ColumnStatistics statistics, boolean isMin) {
    if (statistics.hasDoubleBounds()) {
      // The upper bound is not known to be one, because of NaN.
      return isMin ? Double.toString(statistics.minDouble()) : null;
    }
    byte[] bytes = isMin ? statistics.minBytes() : statistics.maxBytes();
    if (bytes != null) {
      return type.kind() == TypeKind.UUID && bytes.length == UuidText.BYTES
          ? UuidText.of(bytes).toString()
          : new String(bytes, StandardCharsets.UTF_8);
    }
    if (!statistics.hasLongBounds()) {
      return null;
    }
    long value = isMin ? statistics.minLong() : statistics.maxLong();
    return switch (type.kind()) {
      case BOOLEAN -> Boolean.toString(value != 0);
      case DECIMAL -> BigDecimal.valueOf(value, type.scale()).toPlainString();
      case DATE -> DateTimeText.formatDate(value);
      case TIME -> DateTimeText.formatTime(value);
      case TIMESTAMP, TIMESTAMP_LTZ -> DateTimeText.formatTimestamp(value);
      default -> Long.toString(value);
    };
  }

  private static List<Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  private static ColumnDefinition text(String name) {
    return new ColumnDefinition(name, DataType.VARCHAR, true);
  }

  private static ColumnDefinition number(String name) {
    return new ColumnDefinition(name, DataType.INT64, true);
  }
}
