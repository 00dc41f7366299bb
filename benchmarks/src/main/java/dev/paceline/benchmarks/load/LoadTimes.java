package dev.paceline.benchmarks.load;

import dev.paceline.benchmarks.suite.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** How long the measured loads of one table took. */
final class LoadTimes {
  private final String table;
  private final long rows;
  private final List<Timing> paceline = new ArrayList<>();
  private final List<Timing> parquet = new ArrayList<>();
  private final List<Timing> csv = new ArrayList<>();

  LoadTimes(String table, long rows) {
    this.table = table;
    this.rows = rows;
  }

  String table() {
    return table;
  }

  long rows() {
    return rows;
  }

  /** Those of Paceline, from memory. */
  List<Timing> paceline() {
    return paceline;
  }

  /** Those of DuckDB, from Parquet. */
  List<Timing> parquet() {
    return parquet;
  }

  /** Those of DuckDB, from text. */
  List<Timing> csv() {
    return csv;
  }

  void clear() {
    Stream.of(paceline, parquet, csv).forEach(List::clear);
  }

  double pacelineMillis() {
    return Timing.median(paceline, Timing::nanos);
  }

  /** That Java's threads spent. */
  double pacelineCpuMillis() {
    return Timing.median(paceline, Timing::cpuNanos);
  }

  double parquetMillis() {
    return Timing.median(parquet, Timing::nanos);
  }

  double csvMillis() {
    return Timing.median(csv, Timing::nanos);
  }
}
