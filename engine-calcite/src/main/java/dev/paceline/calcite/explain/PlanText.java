package dev.paceline.calcite.explain;

import dev.paceline.calcite.lower.ResourceEstimate;
import dev.paceline.core.exec.ConsumerLimits;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.scan.ScanCounters;
import dev.paceline.core.sched.admission.ResourceMap;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.externalize.RelWriterImpl;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.util.Pair;
import org.jspecify.annotations.Nullable;

/** The text of a plan in EXPLAIN: one operator per line, with its inputs indented below it. */
public final class PlanText {
  private static final double NANOS_PER_MILLI = 1e6;

  private PlanText() {}

  /**
   * A plan as it was made; then a line on what it needs.
   *
   * @param workers of the engine
   */
  public static List<String> planned(RelNode physical, SqlExplainLevel level, int workers) {
    List<String> lines = new ArrayList<>(RelOptUtil.toString(physical, level).lines().toList());
    ResourceMap needs = ResourceEstimate.of(physical, workers);
    lines.add(
        String.format(
            Locale.ROOT,
            "can use %d workers, needs %d to %d bytes of memory",
            needs.maxWorkers(),
            needs.minBytes(),
            needs.maxBytes()));
    return lines;
  }

  /** The lines of a plan, and one on how its operators hand rows on, unless each batch goes on. */
  public static List<String> withUnit(List<String> lines, UnitOfTransfer unit) {
    UnitOfTransfer chosen = unit.resolved();
    if (chosen.isFused()) {
      return lines;
    }
    List<String> all = new ArrayList<>(lines);
    String consumers =
        chosen.consumers().equals(ConsumerLimits.NONE)
            ? ""
            : ", taken by " + chosen.consumers() + " at once";
    all.add(
        "unit of transfer: "
            + chosen
            + " of blocks of "
            + chosen.blockBytes()
            + " bytes"
            + consumers);
    return all;
  }

  /**
   * The plan of a statement and what its operators did; then a line for each pipeline, since a work
   * order runs all of one and no operator has a time of its own; then two on the statement.
   *
   * @param rows of the result, or that were inserted
   * @param nanos from the start of the execution to the last row, or to the commit
   */
  public static List<String> executed(ExecutionProfile profile, long rows, long nanos) {
    RelNode physical = profile.plan();
    if (physical == null) {
      return List.of("the table exists: nothing was executed");
    }
    StringWriter text = new StringWriter();
    PrintWriter printer = new PrintWriter(text);
    physical.explain(new ProfileWriter(printer, profile));
    printer.flush();
    List<String> lines = new ArrayList<>();
    PlanNode.Insert insert = profile.insert();
    if (insert != null) {
      lines.add(
          String.format(
              Locale.ROOT,
              "PacelineInsert(table=[%s], actualRows=[%d])",
              insert.target().name(),
              profile.insertedRows()));
    }
    String indent = insert == null ? "" : "  ";
    text.toString().lines().map(indent::concat).forEach(lines::add);
    profile.pipelines().forEach(pipeline -> lines.add(line(pipeline)));
    lines.add(
        String.format(
            Locale.ROOT,
            "%s of workers' time; at most %d bytes of memory; %d bytes in temporary files",
            orders(profile.orders(), profile.busyNanos()),
            profile.peakMemoryBytes(),
            profile.temporaryBytes()));
    lines.add(String.format(Locale.ROOT, "%s in %s", count(rows, "row"), millis(nanos)));
    return lines;
  }

  private static String line(PipelineProfile pipeline) {
    String line =
        pipeline.steps()
            + ": "
            + orders(pipeline.runningOrders(), pipeline.runningNanos())
            + (pipeline.runningOrders() > 1
                ? String.format(Locale.ROOT, ", %.1f at once", pipeline.concurrency())
                : "");
    return pipeline.finishingOrders() == 0
        ? line
        : line + "; finish: " + orders(pipeline.finishingOrders(), pipeline.finishingNanos());
  }

  /** Returns a number of work orders, and the time that workers spent on them. */
  public static String orders(long orders, long nanos) {
    return count(orders, "order") + ", " + millis(nanos);
  }

  private static String count(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f ms", nanos / NANOS_PER_MILLI);
  }

  /** Adds to each operator of the engine what it did. */
  private static final class ProfileWriter extends RelWriterImpl {
    private final ExecutionProfile profile;

    ProfileWriter(PrintWriter printer, ExecutionProfile profile) {
      super(printer, SqlExplainLevel.EXPPLAN_ATTRIBUTES, false);
      this.profile = profile;
    }

    @Override
    protected void explain_(RelNode rel, List<Pair<String, @Nullable Object>> values) {
      if (!profile.knows(rel)) {
        super.explain_(rel, values);
        return;
      }
      List<Pair<String, @Nullable Object>> all = new ArrayList<>(values);
      all.add(Pair.of("actualRows", profile.rows(rel)));
      List<LongAdder> streams = profile.streams(rel);
      if (!streams.isEmpty()) {
        all.add(Pair.of("streamedGroups", streams.stream().mapToLong(LongAdder::sum).sum()));
      }
      List<ScanCounters> scans = profile.scans(rel);
      if (!scans.isEmpty()) {
        all.add(Pair.of("blocksRead", sum(scans, ScanCounters::blocksRead)));
        all.add(Pair.of("blocksShared", sum(scans, scan -> scan.blocksShared.sum())));
        all.add(Pair.of("blocksSkipped", sum(scans, scan -> scan.blocksSkipped.sum())));
        all.add(Pair.of("bytesUsed", sum(scans, scan -> scan.bytesUsed.sum())));
        all.add(Pair.of("bytesRead", sum(scans, scan -> scan.bytesRead.sum())));
        long chunks = sum(scans, scan -> scan.chunks.sum());
        if (chunks > 0) {
          all.add(Pair.of("chunks", chunks));
          all.add(Pair.of("chunksShared", sum(scans, scan -> scan.chunksShared.sum())));
          all.add(Pair.of("chunksCached", sum(scans, scan -> scan.chunksCached.sum())));
        }
        all.add(Pair.of("waited", millis(sum(scans, scan -> scan.waitNanos.sum()))));
      }
      super.explain_(rel, all);
    }

    private static long sum(List<ScanCounters> scans, ToLongFunction<ScanCounters> counter) {
      return scans.stream().mapToLong(counter).sum();
    }
  }
}
