package dev.paceline.core.exec;

import java.util.List;

/**
 * A source, stages and a sink, through which one work order passes one morsel. Several pipelines
 * may share a sink, which is finished when the input of all of them has been consumed. A pipeline
 * is complete when its sink is finished.
 *
 * @param id number within the query, from 0
 * @param dependencies pipelines that must be complete before this one starts
 * @param after pipelines whose input must have been consumed before this one starts; they may share
 *     its sink
 */
public record Pipeline(
    int id,
    Source source,
    List<StageFactory> stages,
    Sink sink,
    List<Pipeline> dependencies,
    List<Pipeline> after) {
  public Pipeline {
    stages = List.copyOf(stages);
    dependencies = List.copyOf(dependencies);
    after = List.copyOf(after);
  }

  /** The steps in order, for EXPLAIN and errors. */
  public String describe() {
    StringBuilder text = new StringBuilder(source.name());
    for (StageFactory stage : stages) {
      if (!stage.name().isEmpty()) {
        text.append(" → ").append(stage.name());
      }
    }
    return text.append(" → ").append(sink.name()).toString();
  }
}
