package dev.paceline.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The files of this repository. */
final class SourceTree {
  private static final Set<String> SKIPPED = Set.of("target", ".git", ".idea");

  private SourceTree() {}

  /** The folder that holds the parent pom, wherever the test was started. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("not inside the repository");
      }
    }
    return folder;
  }

  static List<Path> javaFiles() {
    try (Stream<Path> files = Files.walk(root())) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(SourceTree::isSource)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isSource(Path file) {
    for (Path part : root().relativize(file)) {
      if (SKIPPED.contains(part.toString())) {
        return false;
      }
    }
    return true;
  }
}
