package dev.paceline.storage.load;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.List;

/** A format in which rows are written to files. Stateless; any thread may use it. */
public interface WriterFormat {
  /** Returns the name in lower case, as in {@code FORMAT csv}. */
  String name();

  /** Returns the names of the options that {@link #open} understands, in lower case. */
  List<String> optionNames();

  /**
   * Starts to write a file.
   *
   * @param output where the bytes go; the writer closes it
   * @param columns names and types of the columns of every batch
   * @param memory of the statement; what all parts share comes from it
   * @throws dev.paceline.core.error.PacelineException INVALID_ARGUMENT for an option that is
   *     unknown or does not fit, NOT_SUPPORTED for a type that the format cannot hold; {@code
   *     output} is then closed
   */
  RowWriter open(
      FileOutput output, List<ColumnDefinition> columns, FileOptions options, MemoryScope memory);
}
