package dev.paceline.storage.access;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The directories in which statements may read and write files. Symbolic links do not lead out of
 * them. Immutable.
 *
 * @param everything whether all files may be used
 * @param directories otherwise those in and below which files may be used; none for no files
 */
public record FileAccess(boolean everything, List<Path> directories) {
  /** All files. */
  public static final FileAccess ALL = new FileAccess(true, List.of());

  /** No files. */
  public static final FileAccess NONE = new FileAccess(false, List.of());

  public FileAccess {
    directories = directories.stream().map(path -> path.toAbsolutePath().normalize()).toList();
  }

  /** Returns the access to all files in and below some directories. */
  public static FileAccess below(List<Path> directories) {
    return new FileAccess(false, directories);
  }

  /**
   * Checks that a file or directory may be used, whether it exists or not.
   *
   * @throws PacelineException ACCESS_DENIED that says what is allowed
   */
  public void check(Path path) {
    if (everything) {
      return;
    }
    Path absolute = path.toAbsolutePath().normalize();
    // The name alone is tested first, so that the answer does not tell which files exist elsewhere.
    if (directories.stream().noneMatch(absolute::startsWith)
        || directories.stream().map(FileAccess::real).noneMatch(real(absolute)::startsWith)) {
      throw new PacelineException(ErrorCode.ACCESS_DENIED, refusal(path));
    }
  }

  private String refusal(Path path) {
    return directories.isEmpty()
        ? "file "
            + path
            + " cannot be used: statements may read and write no files here; the operator of the"
            + " server allows directories by the option --files, or the one who opens the database"
            + " by the setting file_access"
        : "file "
            + path
            + " cannot be used: statements may read and write files only below "
            + String.join(", ", directories.stream().map(Path::toString).toList())
            + "; the operator allows other directories by the option --files or the setting"
            + " file_access";
  }

  /** Follows the links of those parts of a path that exist. */
  private static Path real(Path absolute) {
    Path existing = absolute;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing == null) {
      return absolute;
    }
    try {
      return existing.toRealPath().resolve(existing.relativize(absolute));
    } catch (IOException e) {
      throw new PacelineException(
          ErrorCode.IO_ERROR, "cannot look at " + absolute + "; check its permissions: " + e, e);
    }
  }
}
