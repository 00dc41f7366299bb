package dev.paceline.benchmarks.dispatch;

import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A source whose morsels are no work at all. */
final class EmptyOrders implements Source {
  private static final Morsel NOTHING = new Morsel() {};

  private final AtomicInteger left;

  /**
   * @param count of morsels
   */
  EmptyOrders(int count) {
    left = new AtomicInteger(count);
  }

  @Override
  public @Nullable Morsel next() {
    return left.getAndUpdate(count -> Math.max(0, count - 1)) > 0 ? NOTHING : null;
  }

  @Override
  public boolean exhausted() {
    return left.get() == 0;
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    return (morsel, out) -> {};
  }

  @Override
  public String name() {
    return "nothing";
  }
}
