package dev.paceline.benchmarks.suite;

import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A text that the jar carries. */
final class SuiteResource {
  private SuiteResource() {}

  /**
   * Returns the whole text.
   *
   * @param file relative to this package
   */
  static String read(String file) {
    try (InputStream in = SuiteResource.class.getResourceAsStream(file)) {
      if (in == null) {
        throw PacelineException.internal("the jar lacks " + file, null);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw PacelineException.internal("cannot read " + file + " from the jar", e);
    }
  }
}
