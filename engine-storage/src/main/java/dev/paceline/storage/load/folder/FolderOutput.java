package dev.paceline.storage.load.folder;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.folder.FolderLayout.Existing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A directory that is being written: a temporary directory beside the final one. When all files are
 * complete, it gets the name of the final one, or its files are moved there. Thread-safe.
 */
final class FolderOutput implements AutoCloseable {
  private final Path target;
  private final Path temporary;
  private final FolderLayout layout;

  /** The number of the next file of each directory. */
  @GuardedBy("this")
  private final Map<String, Integer> numbers = new HashMap<>();

  @GuardedBy("this")
  private boolean finished;

  private FolderOutput(Path target, Path temporary, FolderLayout layout) {
    this.target = target;
    this.temporary = temporary;
    this.layout = layout;
  }

  /**
   * Begins to write.
   *
   * @throws PacelineException IO_ERROR if the directory cannot be written, or is not empty and
   *     should not be changed
   */
  static FolderOutput open(Path target, FolderLayout layout) {
    try {
      if (Files.exists(target)) {
        if (!Files.isDirectory(target)) {
          throw new PacelineException(
              ErrorCode.IO_ERROR, target + " is a file; name a directory to write files to");
        }
        if (layout.existing() == Existing.REFUSED && !isEmpty(target)) {
          throw new PacelineException(
              ErrorCode.IO_ERROR,
              "the directory "
                  + target
                  + " is not empty; add OVERWRITE to remove what is in it, OVERWRITE_OR_IGNORE to"
                  + " replace files of the same names, or APPEND to add files");
        }
      }
      Path parent = target.toAbsolutePath().getParent();
      String name = "." + target.getFileName() + "." + UUID.randomUUID() + ".tmp";
      Path temporary = parent == null ? target.resolveSibling(name) : parent.resolve(name);
      Files.createDirectory(temporary);
      return new FolderOutput(target, temporary, layout);
    } catch (IOException e) {
      throw failed(target, e);
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }

  /**
   * Begins a file.
   *
   * @param directory below this one; empty for itself
   */
  synchronized FileOutput newFile(String directory) {
    Path folder = temporary.resolve(directory);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw failed(target, e);
    }
    int number = numbers.merge(directory, 1, Integer::sum) - 1;
    String names = layout.names();
    if (number > 0 && !names.contains(FolderLayout.NUMBER) && !names.contains(FolderLayout.UUID)) {
      names += FolderLayout.NUMBER;
    }
    String name =
        names
            .replace(FolderLayout.NUMBER, Integer.toString(number))
            .replace(FolderLayout.UUID, UUID.randomUUID().toString());
    return FileOutput.toFile(folder.resolve(name + "." + layout.suffix()), false);
  }

  /** Makes the files visible, all of which are complete. */
  synchronized void finish() {
    try {
      boolean exists = Files.exists(target);
      if (exists
          && (layout.existing() == Existing.REPLACED || layout.existing() == Existing.KEPT)) {
        moveFiles();
      } else if (exists && !isEmpty(target)) {
        replace();
      } else {
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      }
      finished = true;
    } catch (IOException e) {
      throw failed(target, e);
    }
  }

  private void replace() throws IOException {
    if (layout.existing() != Existing.REMOVED) {
      throw new PacelineException(
          ErrorCode.IO_ERROR,
          "the directory " + target + " was filled by others meanwhile; run the statement again");
    }
    Path old = temporary.resolveSibling(temporary.getFileName() + ".old");
    Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.move(old, target, StandardCopyOption.ATOMIC_MOVE);
      throw e;
    }
    delete(old);
  }

  /** Moves files one by one; those that replace no other one are removed again after an error. */
  private void moveFiles() throws IOException {
    List<Path> added = new ArrayList<>();
    boolean done = false;
    try {
      List<Path> files;
      try (Stream<Path> all = Files.walk(temporary)) {
        files = all.filter(Files::isRegularFile).sorted().toList();
      }
      for (Path file : files) {
        Path place = target.resolve(temporary.relativize(file).toString());
        Files.createDirectories(place.getParent());
        boolean isNew = !Files.exists(place);
        Files.move(file, place, StandardCopyOption.ATOMIC_MOVE);
        if (isNew) {
          added.add(place);
        }
      }
      done = true;
    } finally {
      if (!done) {
        for (Path file : added) {
          Files.deleteIfExists(file);
        }
      }
    }
    delete(temporary);
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.sorted(Comparator.reverseOrder()).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }

  /** Removes the temporary directory unless {@link #finish} succeeded. */
  @Override
  public synchronized void close() {
    if (finished) {
      return;
    }
    try {
      delete(temporary);
    } catch (IOException e) {
      throw failed(target, e);
    }
  }

  private static PacelineException failed(Path target, IOException e) {
    return new PacelineException(
        ErrorCode.IO_ERROR,
        "the directory "
            + target
            + " cannot be written; check that the one above it exists and may be written to: "
            + e,
        e);
  }
}
