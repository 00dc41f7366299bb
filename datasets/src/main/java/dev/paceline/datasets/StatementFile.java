package dev.paceline.datasets;

import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The statements of benchmarks that the jar carries. */
final class StatementFile {
  private StatementFile() {}

  /**
   * The text of a statement, without white space around it.
   *
   * @param file relative to this package
   */
  static String read(String file) {
    try (InputStream in = StatementFile.class.getResourceAsStream(file)) {
      if (in == null) {
        throw PacelineException.internal("the jar lacks " + file, null);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw PacelineException.internal("cannot read " + file + " from the jar", e);
    }
  }
}
