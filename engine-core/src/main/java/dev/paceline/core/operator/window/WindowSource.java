package dev.paceline.core.operator.window;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.spill.HashPartitions;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Hands out rows with the results of their window functions, which are computed as they go. */
final class WindowSource implements Source {
  private static final int MORSEL_ROWS = 1 << 15;

  private final Supplier<Computed> finished;
  private final Runnable onClose;

  @GuardedBy("this")
  private @Nullable Computed computed;

  @GuardedBy("this")
  private int next;

  /** The result of a sink. */
  sealed interface Computed {}

  /** All rows are in memory. */
  record InMemory(WindowComputation computation) implements Computed {}

  /** All rows are in a temporary file. */
  record InFile(SpilledWindows windows) implements Computed {}

  /** Positions in memory, or a part of a file. */
  private record Positions(int from, int to) implements Morsel {}

  private record Part(SpilledWindows windows, int number) implements Morsel {}

  /**
   * @param finished gives the results once their sink is complete
   * @param onClose gives everything back
   */
  WindowSource(Supplier<Computed> finished, Runnable onClose) {
    this.finished = finished;
    this.onClose = onClose;
  }

  @Override
  public synchronized void open() {
    computed = finished.get();
  }

  @Override
  public synchronized @Nullable Morsel next() {
    return switch (computed) {
      case InMemory(WindowComputation computation) when next < computation.rowCount() -> {
        int from = next;
        next = Math.min(computation.rowCount() - MORSEL_ROWS, from) + MORSEL_ROWS;
        next = Math.min(next, computation.rowCount());
        yield new Positions(from, next);
      }
      case InFile(SpilledWindows windows) when next < HashPartitions.COUNT ->
          new Part(windows, next++);
      case null, default -> null;
    };
  }

  @Override
  public synchronized boolean exhausted() {
    return switch (computed) {
      case null -> false;
      case InMemory(WindowComputation computation) -> next >= computation.rowCount();
      case InFile unused -> next >= HashPartitions.COUNT;
    };
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    Computed results;
    synchronized (this) {
      results = computed;
    }
    WindowComputation.@Nullable Reader reader =
        results instanceof InMemory(WindowComputation computation)
            ? computation.newReader(context)
            : null;
    return (morsel, out) -> {
      switch (morsel) {
        case Part(SpilledWindows windows, int number) -> windows.read(number, out);
        case Positions(int from, int to) when reader != null -> reader.read(from, to, out);
        default -> throw new IllegalArgumentException("no morsel of a window: " + morsel);
      }
    };
  }

  @Override
  public void close() {
    onClose.run();
  }

  @Override
  public String name() {
    return "window rows";
  }
}
