package dev.paceline.storage.load.arrow.write;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.WriterFormat;
import dev.paceline.storage.load.arrow.metadata.BodyCompression;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.List;
import java.util.Locale;

/**
 * Writes Arrow files and streams. Options: {@code compression} (none, lz4, zstd; none if not
 * given), {@code batch_size} (rows of a record batch; 122,880 if not given) and {@code stream}
 * (true for the stream format; if not given, true for streams and for files whose name ends in
 * .arrows).
 */
public final class ArrowWriterFormat implements WriterFormat {
  private static final String COMPRESSION = "compression";
  private static final String BATCH_SIZE = "batch_size";
  private static final String STREAM = "stream";
  private static final String STREAM_SUFFIX = ".arrows";
  private static final int DEFAULT_BATCH_ROWS = 122_880;
  private static final int MAX_BATCH_ROWS = 1 << 20;

  @Override
  public String name() {
    return "arrow";
  }

  @Override
  public List<String> optionNames() {
    return List.of(COMPRESSION, BATCH_SIZE, STREAM);
  }

  @Override
  public RowWriter open(
      FileOutput output, List<ColumnDefinition> columns, FileOptions options, MemoryScope memory) {
    try {
      options.checkNames(name(), optionNames());
      Long rows = options.number(BATCH_SIZE, 1, MAX_BATCH_ROWS);
      Boolean stream = options.bool(STREAM);
      boolean isStream =
          stream == null
              ? output.isStream() || output.name().toLowerCase(Locale.ROOT).endsWith(STREAM_SUFFIX)
              : stream;
      return new ArrowRowWriter(
          output,
          columns,
          isStream,
          compression(options),
          rows == null ? DEFAULT_BATCH_ROWS : rows.intValue());
    } catch (PacelineException e) {
      output.close();
      throw e;
    }
  }

  private static BodyCompression compression(FileOptions options) {
    String name = options.string(COMPRESSION);
    return switch (name == null ? "none" : name.toLowerCase(Locale.ROOT)) {
      case "none", "uncompressed" -> BodyCompression.NONE;
      case "lz4", "lz4_frame" -> BodyCompression.LZ4;
      case "zstd" -> BodyCompression.ZSTD;
      default ->
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "the option compression must be none, lz4 or zstd, but is " + name);
    };
  }
}
