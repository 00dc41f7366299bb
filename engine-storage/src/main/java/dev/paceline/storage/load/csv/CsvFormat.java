package dev.paceline.storage.load.csv;

import dev.paceline.storage.load.FileFormat;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.share.FileCache;
import java.util.List;

/** Delimited text. */
public final class CsvFormat implements FileFormat {
  /** Bytes of a chunk: large against the work at its borders, and small against the caches. */
  private static final int CHUNK_BYTES = 1 << 19;

  private final int chunkBytes;

  public CsvFormat() {
    this(CHUNK_BYTES);
  }

  /**
   * Sets another size of chunks, for measurements and tests.
   *
   * @param chunkBytes bytes of text of a chunk, at least 1
   */
  public CsvFormat(int chunkBytes) {
    this.chunkBytes = chunkBytes;
  }

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public boolean isText() {
    return true;
  }

  @Override
  public List<String> optionNames() {
    return CsvOptions.NAMES;
  }

  @Override
  public FileTable open(FileSet files, FileOptions options, FileCache cache) {
    return CsvTable.open(files, new CsvOptions(options), chunkBytes, cache);
  }
}
