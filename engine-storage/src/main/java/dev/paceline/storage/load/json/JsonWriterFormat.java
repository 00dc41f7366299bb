package dev.paceline.storage.load.json;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.WriterFormat;
import dev.paceline.storage.load.output.OutputCompressor;
import dev.paceline.storage.load.output.TimeFormats;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes JSON files. Options: {@code array} (true for one array, false for one record a line; false
 * if not given), {@code compression} (none, gzip, zstd or lz4; by the suffix if not given), and
 * those of {@link TimeFormats}.
 */
public final class JsonWriterFormat implements WriterFormat {
  private static final String ARRAY = "array";
  private static final String COMPRESSION = "compression";

  @Override
  public String name() {
    return "json";
  }

  @Override
  public List<String> optionNames() {
    return Stream.concat(Stream.of(ARRAY, COMPRESSION), TimeFormats.OPTIONS.stream()).toList();
  }

  @Override
  public RowWriter open(
      FileOutput output, List<ColumnDefinition> columns, FileOptions options, MemoryScope memory) {
    try {
      options.checkNames(name(), optionNames());
      boolean isArray = Boolean.TRUE.equals(options.bool(ARRAY));
      return new JsonRowWriter(
          output,
          columns,
          isArray,
          OutputCompressor.of(options.string(COMPRESSION), output.name()),
          TimeFormats.of(options));
    } catch (PacelineException e) {
      output.close();
      throw e;
    }
  }
}
