package dev.paceline.calcite.explain;

import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.PlanProfile;
import dev.paceline.core.scan.ScanCounters;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.Nullable;

/**
 * The work of the operators of a statement, by the expressions that its plan shows. One thread
 * lowers and reads. Operators that ran several times, below generated code, count together.
 */
public final class ExecutionProfile {
  private final PlanProfile nodes = new PlanProfile();
  private final Map<RelNode, List<PlanNode>> lowered = new IdentityHashMap<>();
  private @Nullable RelNode plan;
  private PlanNode.@Nullable Insert insert;

  /** Returns the counters of the engine. */
  public PlanProfile nodes() {
    return nodes;
  }

  /** Notes which node stands for an expression. */
  public void lowered(RelNode rel, PlanNode node) {
    lowered.computeIfAbsent(rel, key -> new ArrayList<>()).add(node);
  }

  /** Notes the plan that is executed. */
  public void executes(RelNode physical) {
    plan = physical;
  }

  /** The plan that was executed; null if nothing was. */
  @Nullable RelNode plan() {
    return plan;
  }

  /** Notes which node adds the rows of the plan to a table. */
  public void inserts(PlanNode.Insert node) {
    insert = node;
  }

  /** Returns the node that adds the rows to a table; null if the engine added none. */
  PlanNode.@Nullable Insert insert() {
    return insert;
  }

  /** Rows that {@link #insert} has added. */
  long insertedRows() {
    return insert == null ? 0 : nodes.rows(insert).sum();
  }

  /** Whether the engine ran an expression. */
  boolean knows(RelNode rel) {
    return lowered.containsKey(rel);
  }

  /** Rows that an expression delivered. */
  long rows(RelNode rel) {
    return lowered.getOrDefault(rel, List.of()).stream()
        .mapToLong(node -> nodes.rows(node).sum())
        .sum();
  }

  /** Groups that an expression handed on early, each time it ran; nothing if it does not do so. */
  List<LongAdder> streams(RelNode rel) {
    return lowered.getOrDefault(rel, List.of()).stream()
        .map(nodes::stream)
        .filter(Objects::nonNull)
        .toList();
  }

  /**
   * Returns the work of the pipelines of all engine queries, without idle ones. Pipelines that do
   * the same count together.
   */
  List<PipelineProfile> pipelines() {
    Map<String, PipelineProfile> pipelines = new LinkedHashMap<>();
    for (PlanProfile.Run run : nodes.runs()) {
      for (int id = 0; id < run.pipelines().size(); id++) {
        PipelineProfile pipeline =
            PipelineProfile.of(run.pipelines().get(id), run.query().counters(), id);
        if (pipeline.orders() > 0) {
          // The numbers tell two of one query from each other that have the same steps.
          pipelines.merge(id + pipeline.steps(), pipeline, PipelineProfile::plus);
        }
      }
    }
    return List.copyOf(pipelines.values());
  }

  /** Work orders of all pipelines, without those that only opened and closed a source. */
  long orders() {
    return pipelines().stream().mapToLong(PipelineProfile::orders).sum();
  }

  /** Returns the nanoseconds that workers have spent on all engine queries. */
  long busyNanos() {
    return nodes.runs().stream().mapToLong(run -> run.query().counters().busyNanos()).sum();
  }

  /** The most memory that one of the engine queries held at a time. */
  long peakMemoryBytes() {
    return nodes.runs().stream().mapToLong(run -> run.query().budget().peakBytes()).max().orElse(0);
  }

  /** Returns the bytes that all engine queries have written to temporary files. */
  long temporaryBytes() {
    return nodes.runs().stream()
        .mapToLong(run -> run.query().temporaryFiles().writtenBytes())
        .sum();
  }

  /** Returns the counters of each run of a scan; none if the expression is not a scan. */
  List<ScanCounters> scans(RelNode rel) {
    return lowered.getOrDefault(rel, List.of()).stream()
        .map(nodes::scan)
        .filter(Objects::nonNull)
        .toList();
  }
}
