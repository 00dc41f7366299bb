package dev.paceline.benchmarks.suite;

import dev.paceline.datasets.DataSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The 99 queries of TPC-DS, of which four consist of two statements. The texts are those that
 * Apache Spark tests with, which the build unpacks.
 */
public final class TpcdsSuite implements QuerySuite {
  private static final int COUNT = 99;

  @Override
  public String name() {
    return "tpcds";
  }

  @Override
  public DataSet dataSet() {
    return DataSet.TPCDS;
  }

  @Override
  public List<Query> queries(double scale) {
    return IntStream.rangeClosed(1, COUNT)
        .boxed()
        .flatMap(TpcdsSuite::names)
        .map(name -> new Query(name, sql(name), false))
        .toList();
  }

  private static Stream<String> names(int number) {
    return switch (number) {
      case 14, 23, 24, 39 -> Stream.of(number + "a", number + "b");
      default -> Stream.of(Integer.toString(number));
    };
  }

  /**
   * Spark puts names between backquotes; DuckDB has no alias {@code at}; the generator has the name
   * of a column of a later revision of the specification.
   */
  private static String sql(String name) {
    String sql = SuiteResource.read("tpcds/q" + name + ".sql").replace('`', '"');
    return switch (name) {
      case "30" -> sql.replace("c_last_review_date,", "c_last_review_date_sk,");
      case "90" -> sql.replace(") at,", ") morning,");
      default -> sql;
    };
  }
}
