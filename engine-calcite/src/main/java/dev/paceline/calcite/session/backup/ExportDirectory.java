package dev.paceline.calcite.session.backup;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The directory that an export fills. An export that fails takes back what it has made. */
public final class ExportDirectory {
  private final Path path;

  /** Files and directories that were not there before; the contents follow their directory. */
  private final List<Path> made = new ArrayList<>();

  private ExportDirectory(Path path) {
    this.path = path;
  }

  /**
   * Makes the directory of an export.
   *
   * @throws PacelineException IO_ERROR if it has an export already, or cannot be made
   */
  public static ExportDirectory make(Path path) {
    if (Files.exists(path.resolve(DatabaseScripts.SCHEMA))) {
      throw new PacelineException(
          ErrorCode.IO_ERROR, "directory " + path + " has an export already; choose another one");
    }
    ExportDirectory directory = new ExportDirectory(path);
    for (Path part = path.toAbsolutePath(); part != null && !Files.exists(part); ) {
      directory.made.addFirst(part);
      part = part.getParent();
    }
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      directory.discard();
      throw new PacelineException(
          ErrorCode.IO_ERROR, "directory " + path + " cannot be made: " + e, e);
    }
    return directory;
  }

  /** Returns the path of a file that is about to be written. */
  public Path file(String name) {
    Path file = path.resolve(name);
    if (!Files.exists(file)) {
      made.add(file);
    }
    return file;
  }

  /** Deletes what the export has made; a directory stays if others have written into it. */
  public void discard() {
    for (Path path : made.reversed()) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        // The failure of the export is what the user has to know.
      }
    }
    made.clear();
  }
}
