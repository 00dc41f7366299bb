package dev.paceline.calcite.file;

import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.access.FileAccess;
import dev.paceline.storage.access.FilePattern;
import dev.paceline.storage.load.FileSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Files as a statement names them. Immutable; equal if the statements say the same.
 *
 * @param function that reads them, in lower case; empty if the suffix of the files decides
 * @param patterns paths and patterns, at least one
 * @param options as of {@link dev.paceline.storage.load.FileOptions}, without the format
 */
public record FileRequest(String function, List<String> patterns, Map<String, Object> options) {
  public FileRequest {
    patterns = List.copyOf(patterns);
    options = Map.copyOf(options);
    if (patterns.isEmpty()) {
      throw new IllegalArgumentException("no file");
    }
  }

  /** Returns the files as one file, or a list. */
  public String text() {
    return patterns.size() == 1
        ? patterns.getFirst()
        : patterns.getFirst() + "' and " + (patterns.size() - 1) + " more";
  }

  /**
   * Looks for the files as they are now. A file that two patterns name is there twice.
   *
   * @throws PacelineException IO_ERROR if there is none, or ACCESS_DENIED
   */
  public FileSet files(FileAccess access) {
    return files(pattern -> pattern.files(access));
  }

  /** Does the same, and returns an empty set where there is no file. */
  public FileSet matches(FileAccess access) {
    return files(pattern -> pattern.matches(access));
  }

  private FileSet files(Function<FilePattern, List<Path>> found) {
    List<Path> paths = new ArrayList<>();
    for (String pattern : patterns) {
      paths.addAll(found.apply(FilePattern.of(pattern)));
    }
    List<FileSet.Entry> entries = new ArrayList<>(paths.size());
    for (Path path : paths) {
      entries.add(FileSet.Entry.of(path));
    }
    return new FileSet(text(), entries);
  }
}
