package dev.paceline.core.plan;

import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.scan.ScanCounters;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the nodes of plans while they run. The thread that starts the queries adds nodes and,
 * when they have ended, reads; workers count.
 */
public final class PlanProfile {
  private final List<Run> runs = new ArrayList<>();
  private final Map<PlanNode, LongAdder> rows = new IdentityHashMap<>();
  private final Map<PlanNode, ScanCounters> scans = new IdentityHashMap<>();
  private final Map<PlanNode, LongAdder> streams = new IdentityHashMap<>();

  /**
   * One run of a plan.
   *
   * @param pipelines what each does, in words, by their numbers
   * @param query what counts for it, also after its end
   */
  public record Run(List<String> pipelines, QueryContext query) {}

  /** Says that a plan runs. */
  public void addRun(List<Pipeline> pipelines, QueryContext query) {
    runs.add(new Run(pipelines.stream().map(Pipeline::describe).toList(), query));
  }

  /** The runs of all plans, in the order in which they began. */
  public List<Run> runs() {
    return runs;
  }

  /** The counter of the rows that a node delivers. */
  public LongAdder rows(PlanNode node) {
    return rows.computeIfAbsent(node, key -> new LongAdder());
  }

  /** Says what counts for a scan. */
  public void addScan(PlanNode.TableScan node, ScanCounters counters) {
    scans.put(node, counters);
  }

  /** The counter of the groups that an aggregation hands on before it has read everything. */
  public LongAdder addStream(PlanNode.Aggregate node) {
    return streams.computeIfAbsent(node, key -> new LongAdder());
  }

  /** Returns the counter that {@link #addStream} returned for a node; null if it was not called. */
  public @Nullable LongAdder stream(PlanNode node) {
    return streams.get(node);
  }

  /** Returns the counters of a node that is a scan; null if it is none. */
  public @Nullable ScanCounters scan(PlanNode node) {
    return scans.get(node);
  }
}
