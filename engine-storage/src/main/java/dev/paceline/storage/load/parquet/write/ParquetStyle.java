package dev.paceline.storage.load.parquet.write;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.parquet.metadata.KeyValue;
import dev.paceline.storage.load.parquet.metadata.PageCompression;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a Parquet file is written. Immutable.
 *
 * @param groupRows the most rows of a row group
 * @param groupBytes the bytes of values that end a row group
 * @param bloomFilters whether columns with a dictionary have one
 * @param keyValues what the footer says beside the schema
 * @param fieldIds numbers of columns as {@link FieldIds} takes them; null for none
 */
record ParquetStyle(
    PageCompression compression,
    int groupRows,
    long groupBytes,
    boolean bloomFilters,
    List<KeyValue> keyValues,
    @Nullable Object fieldIds) {
  private static final String COMPRESSION = "compression";
  private static final String CODEC = "codec";
  private static final String COMPRESSION_LEVEL = "compression_level";
  private static final String ROW_GROUP_SIZE = "row_group_size";
  private static final String ROW_GROUP_BYTES = "row_group_size_bytes";
  private static final String BLOOM_FILTERS = "write_bloom_filter";
  private static final String KEY_VALUES = "kv_metadata";
  private static final String FIELD_IDS = "field_ids";
  private static final String ENCRYPTION = "encryption_config";
  private static final String VERSION = "parquet_version";

  /** The options of a statement. */
  static final List<String> OPTIONS =
      List.of(
          COMPRESSION,
          CODEC,
          COMPRESSION_LEVEL,
          ROW_GROUP_SIZE,
          ROW_GROUP_BYTES,
          BLOOM_FILTERS,
          KEY_VALUES,
          FIELD_IDS,
          ENCRYPTION,
          VERSION,
          "dictionary_size_limit",
          "string_dictionary_page_size_limit",
          "bloom_filter_false_positive_ratio");

  private static final int DEFAULT_GROUP_ROWS = 122_880;
  private static final long DEFAULT_GROUP_BYTES = 64L << 20;
  private static final int MAX_LEVEL = 22;
  private static final int MAX_GROUP_ROWS = 1 << 20;
  private static final long MAX_GROUP_BYTES = 1L << 30;

  /**
   * Reads the options of a statement.
   *
   * @throws PacelineException INVALID_ARGUMENT for an option that is unknown or does not fit,
   *     NOT_SUPPORTED for encryption
   */
  static ParquetStyle of(FileOptions options) {
    options.checkNames("parquet", OPTIONS);
    if (options.has(ENCRYPTION)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "the option encryption_config is not supported: Paceline writes no encrypted files");
    }
    String version = options.string(VERSION);
    if (version != null && !version.toLowerCase(Locale.ROOT).matches("v[12]")) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "the option parquet_version must be V1 or V2");
    }
    Long rows = options.number(ROW_GROUP_SIZE, 1, MAX_GROUP_ROWS);
    Long bytes = options.number(ROW_GROUP_BYTES, 1, MAX_GROUP_BYTES);
    return new ParquetStyle(
        compression(options),
        rows == null ? DEFAULT_GROUP_ROWS : rows.intValue(),
        bytes == null ? DEFAULT_GROUP_BYTES : bytes,
        !Boolean.FALSE.equals(options.bool(BLOOM_FILTERS)),
        keyValues(options.value(KEY_VALUES)),
        options.value(FIELD_IDS));
  }

  private static List<KeyValue> keyValues(@Nullable Object value) {
    List<KeyValue> keyValues = new ArrayList<>();
    switch (value) {
      case null -> {}
      case Map<?, ?> map ->
          map.forEach((key, text) -> keyValues.add(KeyValue.of((String) key, text.toString())));
      default ->
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "the option kv_metadata must be values by names, such as {origin: 'x'}, but is "
                  + value);
    }
    return List.copyOf(keyValues);
  }

  private static PageCompression compression(FileOptions options) {
    options.number(COMPRESSION_LEVEL, 1, MAX_LEVEL);
    String name = options.string(List.of(COMPRESSION, CODEC));
    if (options.has(COMPRESSION_LEVEL) && !"zstd".equalsIgnoreCase(name)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "the option compression_level needs compression zstd");
    }
    return switch (name == null ? "snappy" : name.toLowerCase(Locale.ROOT)) {
      case "snappy" -> PageCompression.SNAPPY;
      case "zstd" -> PageCompression.ZSTD;
      case "gzip" -> PageCompression.GZIP;
      case "lz4_raw", "lz4" -> PageCompression.LZ4_RAW;
      case "uncompressed", "none" -> PageCompression.UNCOMPRESSED;
      default ->
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "the option compression must be snappy, zstd, gzip, lz4_raw or uncompressed, but is "
                  + name);
    };
  }
}
