package dev.paceline.tests.sqllogic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What running a script showed. */
final class ScriptReport {
  final List<String> wrong = new ArrayList<>();
  final List<String> errors = new ArrayList<>();

  /** Why records were left out, and how many. */
  final Map<String, Integer> notSupported = new TreeMap<>();

  int passed;

  void countUnsupported(String why) {
    notSupported.merge(why, 1, Integer::sum);
  }

  String summary(String script) {
    int skipped = notSupported.values().stream().mapToInt(Integer::intValue).sum();
    return String.format(
        java.util.Locale.ROOT,
        "%s: %d right, %d wrong, %d failed, %d not supported %s",
        script,
        passed,
        wrong.size(),
        errors.size(),
        skipped,
        notSupported);
  }
}
