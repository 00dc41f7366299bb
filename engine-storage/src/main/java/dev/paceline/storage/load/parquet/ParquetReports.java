package dev.paceline.storage.load.parquet;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.BlobText;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.FileReport;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTypeNames;
import dev.paceline.storage.load.parquet.index.BlockBloomFilter;
import dev.paceline.storage.load.parquet.metadata.ColumnChunkMetadata;
import dev.paceline.storage.load.parquet.metadata.KeyValue;
import dev.paceline.storage.load.parquet.metadata.LogicalType;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import dev.paceline.storage.load.parquet.metadata.SchemaNode;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
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
      long id = 0;
      for (SchemaNode node : ParquetFile.open(entry, false, ledger).metadata().schema()) {
        boolean isDecimal = node.logical().meaning() == LogicalType.Meaning.DECIMAL;
        rows.add(
            row(
                entry.path().toString(),
                node.name(),
                node.type() == null ? null : node.type().name(),
                node.typeLength() == 0 ? null : String.valueOf(node.typeLength()),
                node.repetition().name(),
                node.type() == null ? Long.valueOf(node.childCount()) : null,
                node.logical().convertedName(),
                isDecimal ? Long.valueOf(node.logical().scale()) : null,
                isDecimal ? Long.valueOf(node.logical().precision()) : null,
                node.fieldId() < 0 ? null : Long.valueOf(node.fieldId()),
                node.logical().meaning() == LogicalType.Meaning.NONE
                    ? null
                    : node.logical().toString(),
                node.type() == null ? null : typeOf(node),
                Long.valueOf(id++)));
      }
    }
    return new FileReport(
        List.of(
            text("file_name"),
            text("name"),
            text("type"),
            text("type_length"),
            text("repetition_type"),
            number("num_children"),
            text("converted_type"),
            number("scale"),
            number("precision"),
            number("field_id"),
            text("logical_type"),
            text("paceline_type"),
            number("column_id")),
        rows);
  }

  /** The name of the type as which a column of the file is read; null if it cannot be read. */
  private static @Nullable String typeOf(SchemaNode node) {
    ParquetColumn column = ParquetColumn.of(node, 0, false);
    return column.unreadable() == null ? FileTypeNames.of(column.type()) : null;
  }

  /**
   * Returns a row for each file: {@code parquet_file_metadata}.
   *
   * @throws dev.paceline.core.error.PacelineException as {@link ParquetFormat#open}
   */
  public static FileReport files(FileSet files, MemoryLedger ledger) {
    List<List<Object>> rows = new ArrayList<>();
    for (FileSet.Entry entry : files.files()) {
      ParquetFile file = ParquetFile.open(entry, false, ledger);
      rows.add(
          row(
              entry.path().toString(),
              file.metadata().createdBy(),
              file.metadata().rowCount(),
              Long.valueOf(file.metadata().rowGroups().size()),
              Long.valueOf(file.metadata().version()),
              null,
              null,
              entry.bytes(),
              Long.valueOf(file.footerBytes())));
    }
    return new FileReport(
        List.of(
            text("file_name"),
            text("created_by"),
            number("num_rows"),
            number("num_row_groups"),
            number("format_version"),
            text("encryption_algorithm"),
            text("footer_signing_key_metadata"),
            number("file_size_bytes"),
            number("footer_size")),
        rows);
  }

  /**
   * Returns what writers say about files beside their schemas: {@code parquet_kv_metadata}.
   *
   * @throws dev.paceline.core.error.PacelineException as {@link ParquetFormat#open}
   */
  public static FileReport keyValues(FileSet files, MemoryLedger ledger) {
    List<List<Object>> rows = new ArrayList<>();
    for (FileSet.Entry entry : files.files()) {
      for (KeyValue said : ParquetFile.open(entry, false, ledger).metadata().keyValues()) {
        rows.add(row(entry.path().toString(), BlobText.of(said.key()), BlobText.of(said.value())));
      }
    }
    return new FileReport(
        List.of(
            text("file_name"),
            new ColumnDefinition("key", DataType.VARBINARY, true),
            new ColumnDefinition("value", DataType.VARBINARY, true)),
        rows);
  }

  /**
   * Returns whether the Bloom filters of the row groups of files exclude a value of a column:
   * {@code parquet_bloom_probe}.
   *
   * @param name of the column
   * @param value text of the value
   * @throws dev.paceline.core.error.PacelineException INVALID_ARGUMENT for a column that a file
   *     does not have, and otherwise as {@link ParquetFormat#open}
   */
  public static FileReport bloomProbe(
      FileSet files, String name, String value, MemoryLedger ledger) {
    List<List<Object>> rows = new ArrayList<>();
    for (FileSet.Entry entry : files.files()) {
      ParquetFile file = ParquetFile.open(entry, false, ledger);
      ParquetColumn column =
          file.columns().stream()
              .filter(other -> other.name().equalsIgnoreCase(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new PacelineException(
                          ErrorCode.INVALID_ARGUMENT,
                          "parquet_bloom_probe names "
                              + name
                              + ", which is no column of "
                              + entry.path()));
      ColumnPredicate predicate = equalTo(column.type(), value);
      List<byte[]> values = predicate == null ? null : ParquetFilters.values(column, predicate);
      List<RowGroupMetadata> groups = file.metadata().rowGroups();
      try (MemoryScope memory = ledger.openScope("the Bloom filters of " + entry.path());
          FileRead read = FileRead.open(entry)) {
        for (int i = 0; i < groups.size(); i++) {
          long position = groups.get(i).columns().get(column.leaf()).indexes().bloomFilter();
          boolean excluded = false;
          if (position > 0 && values != null) {
            BlockBloomFilter filter =
                BlockBloomFilter.open(read, position, entry.bytes(), file.place(column, i), memory);
            excluded = values.stream().noneMatch(filter::mayContain);
          }
          rows.add(row(entry.path().toString(), Long.valueOf(i), excluded));
        }
      }
    }
    return new FileReport(
        List.of(
            text("file_name"),
            number("row_group_id"),
            new ColumnDefinition("bloom_filter_excludes", DataType.BOOLEAN, true)),
        rows);
  }

  /**
   * Returns the predicate that a value is the one of a text; null if filters cannot answer it.
   *
   * @throws PacelineException INVALID_ARGUMENT if the text is no value of the type
   */
  private static @Nullable ColumnPredicate equalTo(DataType type, String text) {
    if (type.isNested()
        || type.family() == TypeFamily.FLOATING
        || type.family() == TypeFamily.BOOLEAN) {
      return null;
    }
    try {
      if (type.family() == TypeFamily.INTEGRAL) {
        long value =
            switch (type.kind()) {
              case DATE -> DateTimeText.parseDate(text);
              case TIME -> DateTimeText.parseTime(text);
              case TIMESTAMP, TIMESTAMP_LTZ -> DateTimeText.parseInstant(text, ZoneOffset.UTC);
              case DECIMAL ->
                  new BigDecimal(text).setScale(type.scale()).unscaledValue().longValueExact();
              default -> Long.parseLong(text);
            };
        return LongRanges.between(value, value);
      }
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return new BytesRanges(List.of(new BytesRange(bytes, true, bytes, true)), false);
    } catch (ArithmeticException | NumberFormatException | PacelineException e) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "'" + text + "' is no value of type " + FileTypeNames.of(type),
          e);
    }
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
            number("row_group_num_columns"),
            number("row_group_bytes"),
            number("column_id"),
            number("file_offset"),
            number("num_values"),
            text("path_in_schema"),
            text("type"),
            text("stats_min"),
            text("stats_max"),
            number("stats_null_count"),
            number("stats_distinct_count"),
            text("stats_min_value"),
            text("stats_max_value"),
            text("compression"),
            text("encodings"),
            number("index_page_offset"),
            number("dictionary_page_offset"),
            number("data_page_offset"),
            number("total_compressed_size"),
            number("total_uncompressed_size"),
            number("bloom_filter_offset")),
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
    String min = statistics == null ? null : bound(column.type(), statistics, true);
    String max = statistics == null ? null : bound(column.type(), statistics, false);
    return row(
        file.entry().path().toString(),
        Long.valueOf(rowGroup),
        group.rowCount(),
        Long.valueOf(group.columns().size()),
        group.uncompressedBytes(),
        Long.valueOf(leaf),
        0L,
        chunk.valueCount(),
        String.join(", ", chunk.path()),
        chunk.type().name(),
        min,
        max,
        known(chunk.bounds().nullCount()),
        known(chunk.bounds().distinctCount()),
        min,
        max,
        chunk.compression().name(),
        String.join(", ", chunk.encodings().stream().map(Enum::name).toList()),
        null,
        known(chunk.dictionaryPageOffset()),
        chunk.dataPageOffset(),
        chunk.compressedBytes(),
        chunk.uncompressedBytes(),
        chunk.indexes().bloomFilter() > 0 ? Long.valueOf(chunk.indexes().bloomFilter()) : null);
  }

  /** Returns a number that is negative where nobody says it. */
  private static @Nullable Long known(long number) {
    return number < 0 ? null : Long.valueOf(number);
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
