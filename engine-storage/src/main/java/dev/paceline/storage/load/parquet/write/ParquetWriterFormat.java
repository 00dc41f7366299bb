package dev.paceline.storage.load.parquet.write;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.WriterFormat;
import dev.paceline.storage.load.parquet.metadata.PageCompression;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.List;
import java.util.Locale;

/**
 * Writes Parquet files. Options: {@code compression} (snappy, zstd, gzip, lz4_raw, uncompressed;
 * snappy if not given) and {@code row_group_size} (rows; 122,880 if not given).
 */
public final class ParquetWriterFormat implements WriterFormat {
  private static final String COMPRESSION = "compression";
  private static final String CODEC = "codec";
  private static final String COMPRESSION_LEVEL = "compression_level";
  private static final String ROW_GROUP_SIZE = "row_group_size";
  private static final int DEFAULT_GROUP_ROWS = 122_880;
  private static final int MAX_LEVEL = 22;
  private static final int MAX_GROUP_ROWS = 1 << 20;

  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public List<String> optionNames() {
    return List.of(COMPRESSION, CODEC, COMPRESSION_LEVEL, ROW_GROUP_SIZE);
  }

  @Override
  public RowWriter open(
      FileOutput output, List<ColumnDefinition> columns, FileOptions options, MemoryScope memory) {
    try {
      options.checkNames(name(), optionNames());
      Long rows = options.number(ROW_GROUP_SIZE, 1, MAX_GROUP_ROWS);
      int groupRows = rows == null ? DEFAULT_GROUP_ROWS : rows.intValue();
      return new ParquetRowWriter(output, columns, compression(options), groupRows);
    } catch (PacelineException e) {
      output.close();
      throw e;
    }
  }

  private static PageCompression compression(FileOptions options) {
    options.number(COMPRESSION_LEVEL, 1, MAX_LEVEL);
    String given = options.string(COMPRESSION);
    String name = given == null ? options.string(CODEC) : given;
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
