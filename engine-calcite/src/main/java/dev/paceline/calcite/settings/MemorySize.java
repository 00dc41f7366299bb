package dev.paceline.calcite.settings;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes of memory: as users write them, and as much as this process may use. */
public final class MemorySize {
  /** Less than this is no engine. */
  static final long MIN_BYTES = 16L << 20;

  private static final String UNITS = " KMGT";
  private static final Pattern SIZE = Pattern.compile("(\\d+)\\s*([kmgt]?)(i?b)?");
  private static final Path CGROUP_2 = Path.of("/sys/fs/cgroup/memory.max");
  private static final Path CGROUP_1 = Path.of("/sys/fs/cgroup/memory/memory.limit_in_bytes");
  private static final Path MEMORY_INFORMATION = Path.of("/proc/meminfo");

  private MemorySize() {}

  /**
   * @param what it is, for messages
   * @param text a number of bytes, or of powers of 1024 with a unit: 512MB, 2g, 1 GiB
   * @param min the least that is accepted
   */
  public static long parse(String what, String text, long min) {
    Matcher matcher = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches() || matcher.group(1).length() > 15) {
      throw invalid(what + " is a size like 512MB or 2g, not '" + text + "'");
    }
    int shift = 10 * " kmgt".indexOf(matcher.group(2).isEmpty() ? " " : matcher.group(2));
    long number = Long.parseLong(matcher.group(1));
    if (number > Long.MAX_VALUE >> shift) {
      throw invalid(what + " is too large: '" + text + "'");
    }
    long bytes = number << shift;
    if (bytes < min) {
      throw invalid(what + " is at least " + format(min) + ", not '" + text + "'");
    }
    return bytes;
  }

  /**
   * Half of what the machine or container has beside the Java heap: the other half is for the
   * operating system's cache, for threads and for what else runs here.
   */
  public static long defaultBytes() {
    return Math.max(4 * MIN_BYTES, (totalBytes() - Runtime.getRuntime().maxMemory()) / 2);
  }

  /** Memory of the machine or, where there is a limit, of the container. */
  static long totalBytes() {
    long total = limitIn(MEMORY_INFORMATION);
    if (total == Long.MAX_VALUE) {
      return ((com.sun.management.OperatingSystemMXBean)
              ManagementFactory.getOperatingSystemMXBean())
          .getTotalMemorySize();
    }
    return Math.min(total, Math.min(limitIn(CGROUP_2), limitIn(CGROUP_1)));
  }

  /** The limit in the first line of a file; Long.MAX_VALUE if there is none. */
  private static long limitIn(Path file) {
    if (!Files.isReadable(file)) {
      return Long.MAX_VALUE;
    }
    try (var lines = Files.lines(file)) {
      String first = lines.findFirst().orElse("").toLowerCase(Locale.ROOT);
      String digits = first.replaceAll("\\D", "");
      if (digits.isEmpty() || digits.length() > 18) {
        return Long.MAX_VALUE;
      }
      return Long.parseLong(digits) << (first.endsWith("kb") ? 10 : 0);
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  /** Returns a size in the largest unit of which it is a multiple, which {@link #parse} reads. */
  static String exact(long bytes) {
    int unit = 0;
    long number = bytes;
    while (number != 0 && number % 1024 == 0 && unit < UNITS.length() - 1) {
      number /= 1024;
      unit++;
    }
    return number + (unit == 0 ? "" : String.valueOf(UNITS.charAt(unit))) + "B";
  }

  /** Returns a size for messages, rounded down. */
  public static String format(long bytes) {
    if (bytes >= 10L << 30) {
      return (bytes >> 30) + " GiB";
    }
    return (bytes >> 20) + " MiB";
  }

  private static PacelineException invalid(String message) {
    return new PacelineException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
