package dev.paceline.core.pipeline;

import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The source of a pipeline that reads {@link SharedState}: a source is closed when the orders of
 * its pipeline have ended, so that the state is of no more use to it.
 */
final class ReleasingSource implements Source {
  private final Source source;
  private final List<SharedState> states;
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * @param states that the pipeline has been added to
   */
  ReleasingSource(Source source, List<SharedState> states) {
    this.source = source;
    this.states = List.copyOf(states);
  }

  @Override
  public void open() {
    source.open();
  }

  @Override
  public @Nullable Morsel next() {
    return source.next();
  }

  @Override
  public boolean exhausted() {
    return source.exhausted();
  }

  @Override
  public boolean ordered() {
    return source.ordered();
  }

  @Override
  public @Nullable Sink producer() {
    return source.producer();
  }

  @Override
  public long tableRows() {
    return source.tableRows();
  }

  @Override
  public long tableRowsDone() {
    return source.tableRowsDone();
  }

  @Override
  public void onAvailable(Runnable wakeUp) {
    source.onAvailable(wakeUp);
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    return source.newReader(context);
  }

  @Override
  public void close() {
    try {
      source.close();
    } finally {
      if (ended.compareAndSet(false, true)) {
        states.forEach(SharedState::pipelineEnded);
      }
    }
  }

  @Override
  public String name() {
    return source.name();
  }
}
