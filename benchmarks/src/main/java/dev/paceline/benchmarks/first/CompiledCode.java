package dev.paceline.benchmarks.first;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The code that the JIT compiled until a process ended.
 *
 * @param bytes of machine code
 */
record CompiledCode(long methods, long bytes) {
  /**
   * The options that make the JVM print these numbers when it ends, even if those of the launcher
   * let it print nothing.
   */
  static final List<String> OPTIONS =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DisplayVMOutput", "-XX:+CITime");

  private static final Pattern METHODS = Pattern.compile("Total compiled methods\\s*:\\s*(\\d+).*");
  private static final Pattern BYTES = Pattern.compile("nmethod code size\\s*:\\s*(\\d+).*");

  /** Reads the numbers from what such a JVM printed; a number that is missing is 0. */
  static CompiledCode of(List<String> lines) {
    return new CompiledCode(number(METHODS, lines), number(BYTES, lines));
  }

  private static long number(Pattern pattern, List<String> lines) {
    for (String line : lines) {
      Matcher matcher = pattern.matcher(line.strip());
      if (matcher.matches()) {
        return Long.parseLong(matcher.group(1));
      }
    }
    return 0;
  }
}
