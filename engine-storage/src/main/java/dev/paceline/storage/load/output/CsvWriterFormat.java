package dev.paceline.storage.load.output;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.WriterFormat;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.List;

/** Writes CSV in UTF-8, by RFC 4180, with a newline behind each row. */
public final class CsvWriterFormat implements WriterFormat {
  @Override
  public String name() {
    return "csv";
  }

  @Override
  public List<String> optionNames() {
    return CsvStyle.OPTIONS;
  }

  @Override
  public RowWriter open(
      FileOutput output, List<ColumnDefinition> columns, FileOptions options, MemoryScope memory) {
    boolean done = false;
    try {
      CsvRowWriter writer =
          new CsvRowWriter(output, columns, CsvStyle.of(options, columns, output.name()), memory);
      done = true;
      return writer;
    } finally {
      if (!done) {
        output.close();
      }
    }
  }
}
