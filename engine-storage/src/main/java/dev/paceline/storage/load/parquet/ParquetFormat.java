package dev.paceline.storage.load.parquet;

import dev.paceline.storage.load.FileFormat;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.share.FileCache;
import java.util.ArrayList;
import java.util.List;

/**
 * Parquet files as tables. Option: {@code binary_as_string}, true for binary columns of which the
 * file does not say that they are text.
 */
public final class ParquetFormat implements FileFormat {
  private static final String BINARY_AS_STRING = "binary_as_string";

  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public List<String> optionNames() {
    return List.of(BINARY_AS_STRING);
  }

  @Override
  public FileTable open(FileSet files, FileOptions options, FileCache cache) {
    options.checkNames(name(), optionNames());
    boolean binaryAsString = Boolean.TRUE.equals(options.bool(BINARY_AS_STRING));
    List<ParquetFile> opened = new ArrayList<>();
    for (FileSet.Entry entry : files.files()) {
      opened.add(ParquetFile.open(entry, binaryAsString, cache.ledger()));
    }
    return new ParquetTable(files, options.values(), List.copyOf(opened), cache);
  }
}
