package dev.paceline.core.sched;

import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryCounters;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.sched.QueryExecution.Order;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The pipelines of a running query and their sinks, some of which several pipelines fill. The lists
 * never change; callers hold the lock of the query for everything else.
 */
final class PipelineRuns {
  private final List<PipelineRun> inTurn;
  private final List<SinkRun> sinks;

  /**
   * @param operatorEnded gets the numbers of operators all of whose orders have ended
   */
  PipelineRuns(List<Pipeline> pipelines, IntConsumer operatorEnded) {
    Map<Sink, SinkRun> sinkRuns = new IdentityHashMap<>();
    Map<Pipeline, PipelineRun> runs = new IdentityHashMap<>();
    List<PipelineRun> ordered = new ArrayList<>();
    for (Pipeline pipeline : pipelines) {
      SinkRun sink =
          sinkRuns.computeIfAbsent(
              pipeline.sink(),
              shared -> new SinkRun(shared, OrderRecord.finishing(pipeline.id()), operatorEnded));
      PipelineRun run = new PipelineRun(pipeline, sink, runs, operatorEnded);
      runs.put(pipeline, run);
      ordered.add(turn(ordered, pipeline.source().producer()), run);
    }
    inTurn = List.copyOf(ordered);
    sinks = List.copyOf(sinkRuns.values());
  }

  /**
   * Returns the position in the list of a pipeline: at the end, or before all pipelines that fill
   * the sink that it reads from.
   */
  private static int turn(List<PipelineRun> earlier, @Nullable Sink producer) {
    int turn = 0;
    while (turn < earlier.size()
        && (producer == null || !earlier.get(turn).sink().equals(producer))) {
      turn++;
    }
    return turn;
  }

  /** Returns the pipelines in the order in which they are asked for work orders. */
  List<PipelineRun> inTurn() {
    return inTurn;
  }

  List<SinkRun> sinks() {
    return sinks;
  }

  /** Takes an order of a pipeline that needs no morsel; null if there is none now. */
  @Nullable Order takeStep() {
    for (PipelineRun run : inTurn) {
      Order order = run.takeStep();
      if (order != null) {
        return order;
      }
    }
    return null;
  }

  boolean isComplete() {
    for (PipelineRun run : inTurn) {
      if (!run.isComplete()) {
        return false;
      }
    }
    return true;
  }

  /** Estimates how many bytes of memory the sinks would give back if the query were suspended. */
  long evictableBytes() {
    long bytes = 0;
    for (SinkRun sink : sinks) {
      bytes += sink.evictableBytes();
    }
    return bytes;
  }

  /**
   * Returns the share of the work that is done, from 0 to 1.
   *
   * @param spilled whether the query has written temporary files
   */
  double progress(QueryCounters counters, boolean spilled) {
    double done = 0;
    double all = 0;
    for (PipelineRun run : inTurn) {
      double effort = run.effort(spilled);
      done += effort * run.progress(counters);
      all += effort;
    }
    return all == 0 ? 0 : done / all;
  }

  /**
   * Returns how far the pipelines have come, by their numbers.
   *
   * @param query the number of the query
   */
  List<PipelineReport> reports(long query, QueryCounters counters) {
    return inTurn.stream()
        .map(run -> run.report(query, counters))
        .sorted(Comparator.comparingInt(PipelineReport::number))
        .toList();
  }
}
