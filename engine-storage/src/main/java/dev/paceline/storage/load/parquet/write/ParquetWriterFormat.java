package dev.paceline.storage.load.parquet.write;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.WriterFormat;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.List;

/** Writes Parquet files, with the options of {@link ParquetStyle}. */
public final class ParquetWriterFormat implements WriterFormat {
  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public List<String> optionNames() {
    return ParquetStyle.OPTIONS;
  }

  @Override
  public RowWriter open(
      FileOutput output, List<ColumnDefinition> columns, FileOptions options, MemoryScope memory) {
    try {
      return new ParquetRowWriter(output, columns, ParquetStyle.of(options));
    } catch (PacelineException e) {
      output.close();
      throw e;
    }
  }
}
