package dev.paceline.benchmarks.suite;

import java.util.Arrays;
import java.util.List;

/**
 * Statements over TPC-H's tables that each spend their time in one operator or expression: sorts,
 * join builds, aggregations of many groups, joins beyond equality, expressions, results. Their text
 * is in {@code operators.sql}.
 */
public final class OperatorSuite extends TpchSuite {
  private static final String FILE = "operators.sql";
  private static final String COMMENT = "-- ";
  private static final String ORDERED = ", ordered";

  /** Slightly fewer rows than lineitem has at scale 1. */
  private static final long LINES = 5_990_000;

  @Override
  public String name() {
    return "operators";
  }

  @Override
  public List<Query> queries(double scale) {
    long lines = (long) (LINES * scale);
    String text =
        SuiteResource.read(FILE)
            .replace("${lines}", Long.toString(lines))
            .replace("${orders}", Long.toString(lines / 4))
            .replace("${many}", Long.toString(lines / 60))
            .replace("${keys}", Long.toString(lines * 2 / 3));
    return Arrays.stream(text.split("\n\n"))
        .filter(block -> !block.lines().allMatch(line -> line.startsWith(COMMENT)))
        .map(OperatorSuite::query)
        .toList();
  }

  /** Returns the query of a block: a comment line with its name, and its statement. */
  private static Query query(String block) {
    int end = block.indexOf('\n');
    String name = block.substring(COMMENT.length(), end);
    return new Query(
        name.replace(ORDERED, ""), block.substring(end + 1).strip(), name.endsWith(ORDERED));
  }
}
