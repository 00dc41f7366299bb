package dev.paceline.storage.load.json;

import dev.paceline.storage.load.FileFormat;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.share.FileCache;
import java.util.List;

/**
 * Reads JSON files as tables. A file has one object on each line, objects that follow each other,
 * or one array of objects. Members that are objects or arrays become structs or lists, or strings
 * with their JSON text.
 */
public final class JsonFormat implements FileFormat {
  private static final int DEFAULT_CHUNK_BYTES = 4 << 20;

  private final int chunkBytes;

  public JsonFormat() {
    this(DEFAULT_CHUNK_BYTES);
  }

  /**
   * @param chunkBytes of a file that a work order reads
   */
  JsonFormat(int chunkBytes) {
    this.chunkBytes = chunkBytes;
  }

  @Override
  public String name() {
    return "json";
  }

  @Override
  public boolean isText() {
    return true;
  }

  @Override
  public List<String> optionNames() {
    return JsonOptions.NAMES;
  }

  @Override
  public FileTable open(FileSet files, FileOptions options, FileCache cache) {
    return JsonTable.open(
        files, JsonOptions.of(options), options.values(), chunkBytes, cache.ledger());
  }
}
