package dev.paceline.core.exec;

import java.util.List;

/**
 * Source → stages → sink: what one work order runs over one morsel.
 *
 * @param id number within the query, from 0
 * @param dependencies pipelines that must have completed before this one starts
 */
public record Pipeline(
    int id, Source source, List<StageFactory> stages, Sink sink, List<Pipeline> dependencies) {
  public Pipeline {
    stages = List.copyOf(stages);
    dependencies = List.copyOf(dependencies);
  }

  /** The steps in order, for EXPLAIN and errors. */
  public String describe() {
    StringBuilder text = new StringBuilder(source.name());
    for (StageFactory stage : stages) {
      text.append(" → ").append(stage.name());
    }
    return text.append(" → ").append(sink.name()).toString();
  }
}
