package dev.paceline.core.pipeline;

import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.scan.ScanOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A pipeline that is still being built: it has no sink yet. */
final class OpenPipeline {
  private final Source source;
  private final List<StageFactory> stages = new ArrayList<>();
  private final List<Pipeline> dependencies = new ArrayList<>();
  private final List<OpenPipeline> after = new ArrayList<>();
  private final List<SharedState> states = new ArrayList<>();
  private @Nullable Previous previous;
  private @Nullable Pipeline ended;

  /** A pipeline that is open as well, and the sink that it will end in. */
  private record Previous(OpenPipeline pipeline, Sink sink) {}

  OpenPipeline(Source source) {
    this.source = source;
  }

  void append(StageFactory stage) {
    stages.add(stage);
  }

  void dependsOn(Pipeline pipeline) {
    dependencies.add(pipeline);
  }

  /** This pipeline reads a state that is given back when all that do have ended. */
  void reads(SharedState state) {
    state.addPipeline();
    states.add(state);
  }

  /**
   * This pipeline must wait until the other's input has been consumed; the other must be ended
   * first.
   */
  void startsAfter(OpenPipeline other) {
    after.add(other);
  }

  /**
   * This pipeline reads what another leaves in a sink, which must wait, too, until pipelines have
   * been consumed that are still open: {@link #endPrevious} ends it.
   */
  void follows(OpenPipeline other, Sink sink) {
    previous = new Previous(other, sink);
  }

  /** Ends the pipeline that this one follows, if there is one, now that those before it are. */
  void endPrevious(BiFunction<List<OpenPipeline>, Sink, Pipeline> end) {
    if (previous != null) {
      dependsOn(end.apply(List.of(previous.pipeline), previous.sink));
    }
  }

  Pipeline end(int id, Sink sink) {
    source.limitRowsPerMorsel(sink.rowsPerMorsel());
    boolean endsEarly = stages.stream().anyMatch(StageFactory::endsEarly);
    source.useOrder(endsEarly ? ScanOrder.CERTAIN : sink.inputOrder());
    Pipeline pipeline =
        new Pipeline(
            id,
            states.isEmpty() ? source : new ReleasingSource(source, states),
            stages,
            sink,
            dependencies,
            after.stream().map(OpenPipeline::ended).toList());
    ended = pipeline;
    return pipeline;
  }

  private Pipeline ended() {
    if (ended == null) {
      throw new IllegalStateException("not ended yet");
    }
    return ended;
  }
}
