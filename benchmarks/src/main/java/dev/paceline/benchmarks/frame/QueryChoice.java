package dev.paceline.benchmarks.frame;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that chooses queries of a suite. */
public final class QueryChoice {
  private static final String ALL = "all";

  @Option(
      names = "--queries",
      split = ",",
      description = "Names of queries, or of families of them.")
  private List<String> names;

  /** Chooses all queries by default. */
  public QueryChoice() {
    this(ALL);
  }

  /** Sets the names that are chosen by default. */
  public QueryChoice(String... names) {
    this.names = List.of(names);
  }

  /**
   * Returns the chosen queries of a suite: {@code sort-text} by its name, or all whose names begin
   * with {@code sort-} by {@code sort}.
   *
   * @throws PacelineException INVALID_ARGUMENT if there is no query of a name
   */
  public List<Query> of(QuerySuite suite, double scale) {
    return of(suite.queries(scale));
  }

  /** Returns those of some queries that were chosen, as {@link #of(QuerySuite, double)} does. */
  public List<Query> of(List<Query> all) {
    if (names.equals(List.of(ALL))) {
      return all;
    }
    List<Query> chosen = new ArrayList<>();
    for (String name : names) {
      List<Query> family =
          all.stream()
              .filter(query -> query.name().equals(name) || query.name().startsWith(name + "-"))
              .toList();
      if (family.isEmpty()) {
        throw new PacelineException(
            INVALID_ARGUMENT,
            "the queries are %s, not %s"
                .formatted(String.join(", ", all.stream().map(Query::name).toList()), name));
      }
      chosen.addAll(family);
    }
    return chosen;
  }
}
