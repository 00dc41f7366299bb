package dev.paceline.storage.load.whole;

import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.FileFormat;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Files of any content, each of which is a row. */
public final class WholeFileFormat implements FileFormat {
  /** Rows with the content as a string. */
  public static final WholeFileFormat TEXT = new WholeFileFormat("read_text", DataType.VARCHAR);

  /** Rows with the content as bytes. */
  public static final WholeFileFormat BLOB = new WholeFileFormat("read_blob", DataType.VARBINARY);

  /** Rows with the name only. */
  public static final WholeFileFormat NAMES = new WholeFileFormat("glob", null);

  private final String function;
  private final @Nullable DataType content;

  private WholeFileFormat(String function, @Nullable DataType content) {
    this.function = function;
    this.content = content;
  }

  /** Returns the format that a function reads; null if it is another function. */
  public static @Nullable WholeFileFormat of(String function) {
    for (WholeFileFormat format : List.of(TEXT, BLOB, NAMES)) {
      if (format.function.equals(function)) {
        return format;
      }
    }
    return null;
  }

  /** Returns the name of the function. */
  @Override
  public String name() {
    return function;
  }

  @Override
  public boolean isText() {
    return false;
  }

  @Override
  public List<String> optionNames() {
    return List.of();
  }

  @Override
  public FileTable open(FileSet files, FileOptions options, FileCache cache) {
    options.checkNames(name(), optionNames());
    return new WholeFileTable(function, files, columns(), cache.ledger());
  }

  private List<ColumnDefinition> columns() {
    return content == null
        ? List.of(new ColumnDefinition("file", DataType.VARCHAR, false))
        : List.of(
            new ColumnDefinition("filename", DataType.VARCHAR, false),
            new ColumnDefinition("content", content, false),
            new ColumnDefinition("size", DataType.INT64, false),
            new ColumnDefinition("last_modified", DataType.TIMESTAMP_LTZ, false));
  }
}
