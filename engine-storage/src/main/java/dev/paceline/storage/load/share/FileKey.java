package dev.paceline.storage.load.share;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A version of a file and a way of reading it. Scans with equal keys find the same rows in the same
 * chunks.
 *
 * @param bytes the length of the file
 * @param modifiedMillis when it was changed last, in milliseconds since 1970
 * @param identity what tells the file from another one of the same name; null if unknown
 * @param reading all that decides what the chunks and their rows are
 */
public record FileKey(
    Path path,
    long bytes,
    long modifiedMillis,
    @Nullable Object identity,
    Map<String, Object> reading) {
  public FileKey {
    reading = Map.copyOf(reading);
  }

  /** Whether another key is of another version of the same file. */
  boolean isOtherVersion(FileKey other) {
    return path.equals(other.path)
        && (bytes != other.bytes
            || modifiedMillis != other.modifiedMillis
            || !Objects.equals(identity, other.identity));
  }
}
