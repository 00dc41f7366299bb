package dev.paceline.core.engine;

import dev.paceline.core.error.PacelineException;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * The event of a flight recording for a query, from its start until it was closed. Nothing may
 * touch this class before the first recording of the process: that it is initialised makes the JVM
 * set up its flight recorder, which takes a tenth of a second of CPU time.
 */
@Name("dev.paceline.Query")
@Label("Query")
@Category("Paceline")
@StackTrace(false)
final class QueryEvent extends Event {
  @Label("Number")
  long number;

  @Label("Query")
  String query = "";

  @Label("Outcome")
  @Description("COMPLETED, or the code of an error")
  String outcome = "";

  @Label("Run time")
  @Timespan
  long elapsed;

  @Label("Workers' time")
  @Timespan
  long busy;

  @Label("Work orders")
  long orders;

  @Label("Memory peak")
  @DataAmount
  long memoryPeak;

  @Label("Temporary files")
  @DataAmount
  long temporary;

  void commit(QueryReport report, @Nullable PacelineException failure) {
    end();
    if (shouldCommit()) {
      number = report.number();
      query = report.name();
      outcome = failure == null ? "COMPLETED" : failure.code().name();
      elapsed = report.elapsedNanos();
      busy = report.busyNanos();
      orders = report.orders();
      memoryPeak = report.memoryPeakBytes();
      temporary = report.temporaryBytes();
      commit();
    }
  }
}
