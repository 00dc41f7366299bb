package consumer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the other modules have built. */
final class Built {
  static final Path PROGRAM = Path.of("..", "program", "target");
  static final Path MODULAR = Path.of("..", "modular", "target");

  private Built() {}

  /** The jar that holds the driver and everything that it needs. */
  static Path oneJar() {
    return jars(MODULAR).getFirst();
  }

  /** The jars that a module needs when it runs. */
  static List<Path> jars(Path target) {
    try (Stream<Path> files = Files.list(target.resolve("lib"))) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
