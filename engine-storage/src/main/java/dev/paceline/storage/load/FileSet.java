package dev.paceline.storage.load;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.load.share.FileKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files that a statement names, as they were at one moment. Immutable.
 *
 * @param pattern what the statement says, for messages
 * @param files in the order in which their rows are read; none only where a statement asks which
 *     files there are
 */
public record FileSet(String pattern, List<Entry> files) {
  public FileSet {
    requireNonNull(pattern, "pattern");
    files = List.copyOf(files);
  }

  /** Returns the sum of the files' lengths in bytes. */
  public long bytes() {
    return files.stream().mapToLong(Entry::bytes).sum();
  }

  /**
   * One file.
   *
   * @param bytes its length
   * @param modifiedMillis when it was changed last, in milliseconds since 1970
   * @param identity what tells it from another file of the same name; null if the system has no
   *     such thing
   */
  public record Entry(Path path, long bytes, long modifiedMillis, @Nullable Object identity) {
    /**
     * Looks at a file.
     *
     * @throws PacelineException IO_ERROR if it does not exist, is a directory or cannot be read
     */
    public static Entry of(Path path) {
      try {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        if (attributes.isDirectory()) {
          throw new PacelineException(
              ErrorCode.IO_ERROR,
              path + " is a directory; name the files in it, for example " + path.resolve("*.csv"));
        }
        if (!Files.isReadable(path)) {
          throw new PacelineException(
              ErrorCode.IO_ERROR, "file " + path + " cannot be read; check its permissions");
        }
        return new Entry(
            path,
            attributes.size(),
            attributes.lastModifiedTime().toMillis(),
            attributes.fileKey());
      } catch (IOException e) {
        throw new PacelineException(
            ErrorCode.IO_ERROR,
            "file " + path + " cannot be opened; check that it exists: " + e,
            e);
      }
    }

    /**
     * Returns what scans share that read the file in the same way.
     *
     * @param reading all that decides what the chunks and their rows are
     */
    public FileKey key(Map<String, Object> reading) {
      return new FileKey(path, bytes, modifiedMillis, identity, reading);
    }

    /**
     * Checks that the file is still the one that was looked at.
     *
     * @throws PacelineException IO_ERROR if its length or its time of change is another, or another
     *     file has its name
     */
    public void checkUnchanged() {
      if (!equals(of(path))) {
        throw new PacelineException(
            ErrorCode.IO_ERROR,
            "file " + path + " was changed while it was read; run the statement again");
      }
    }
  }
}
