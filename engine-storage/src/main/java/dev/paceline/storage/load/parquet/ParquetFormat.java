package dev.paceline.storage.load.parquet;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.FileFormat;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.FileTypeNames;
import dev.paceline.storage.load.share.FileCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Parquet files as tables. Option: {@code binary_as_string}, true for binary columns of which the
 * file does not say that they are text; {@code types}, wider types of columns of numbers by their
 * names; {@code file_row_number}, true for a column with the number of each row in its file.
 */
public final class ParquetFormat implements FileFormat {
  private static final String BINARY_AS_STRING = "binary_as_string";
  private static final String TYPES = "types";
  private static final String ENCRYPTION = "encryption_config";
  private static final String ROW_NUMBERS = ParquetColumn.ROW_NUMBERS;

  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public boolean isText() {
    return false;
  }

  @Override
  public List<String> optionNames() {
    return List.of(BINARY_AS_STRING, TYPES, ROW_NUMBERS, ENCRYPTION);
  }

  @Override
  public FileTable open(FileSet files, FileOptions options, FileCache cache) {
    options.checkNames(name(), optionNames());
    if (options.has(ENCRYPTION)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "the option encryption_config is not supported: Paceline reads no encrypted files");
    }
    boolean binaryAsString = Boolean.TRUE.equals(options.bool(BINARY_AS_STRING));
    Map<String, String> names = options.stringMap(TYPES);
    Map<String, DataType> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    if (names != null) {
      names.forEach((column, type) -> types.put(column, FileTypeNames.parse(TYPES, type)));
    }
    boolean numbersRows = Boolean.TRUE.equals(options.bool(ROW_NUMBERS));
    List<ParquetFile> opened = new ArrayList<>();
    for (FileSet.Entry entry : files.files()) {
      ParquetFile file = ParquetFile.open(entry, binaryAsString, cache.ledger()).withTypes(types);
      opened.add(numbersRows ? file.withRowNumbers() : file);
    }
    return new ParquetTable(files, options.values(), List.copyOf(opened), cache);
  }
}
