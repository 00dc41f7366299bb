package dev.paceline.core.sched;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An object for each worker of a query, by the worker's number. It grows with the numbers, because
 * a pool may get more workers while the query runs.
 *
 * <p>A number belongs to one thread at a time, and whoever hands it on synchronises. Threads with
 * different numbers may call at the same time.
 */
final class PerWorker<T> {
  /** Replaced, never changed in place but for new elements, which are set under the lock. */
  private volatile @Nullable Object[] elements = new Object[0];

  /** Returns what the worker has put; null if that is nothing. */
  @SuppressWarnings("unchecked") // only put sets elements
  @Nullable T get(int worker) {
    Object[] all = elements;
    return worker < all.length ? (T) all[worker] : null;
  }

  /** Remembers something for the worker. */
  synchronized void put(int worker, T element) {
    Object[] all = elements;
    if (worker >= all.length) {
      all = Arrays.copyOf(all, Math.max(worker + 1, 2 * all.length));
    }
    all[worker] = element;
    elements = all;
  }

  /** Forgets all elements, each after something was done with it. No worker may use them now. */
  @SuppressWarnings("unchecked") // only put sets elements
  synchronized void clear(Consumer<T> last) {
    Object[] all = elements;
    elements = new Object[0];
    for (Object element : all) {
      if (element != null) {
        last.accept((T) element);
      }
    }
  }
}
