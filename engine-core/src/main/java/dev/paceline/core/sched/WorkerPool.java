package dev.paceline.core.sched;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;

/**
 * A fixed number of threads that run the work orders of all queries. Each worker in turn asks the
 * queries, round robin, for an order; a query that has none costs one question. Workers never run
 * anything that blocks.
 *
 * <p>All methods may be called from any thread; {@link #close} not from a worker.
 */
public final class WorkerPool implements AutoCloseable {
  private final List<Thread> threads = new ArrayList<>();

  @GuardedBy("this")
  private final List<QueryExecution> queries = new ArrayList<>();

  /**
   * Counts everything that may have made an order available; a worker sleeps only while it stays
   * the same.
   */
  @GuardedBy("this")
  private long signals;

  @GuardedBy("this")
  private int turn;

  @GuardedBy("this")
  private boolean closed;

  /**
   * @param workers number of threads, at least 1
   */
  public WorkerPool(int workers) {
    for (int i = 0; i < workers; i++) {
      int worker = i;
      Thread thread = new Thread(() -> work(worker), "paceline-worker-" + i);
      thread.setDaemon(true);
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.start();
    }
  }

  public int workers() {
    return threads.size();
  }

  synchronized void add(QueryExecution query) {
    queries.add(query);
    signal();
  }

  synchronized void remove(QueryExecution query) {
    queries.remove(query);
  }

  /** An order may have become available. */
  synchronized void signal() {
    signals++;
    notifyAll();
  }

  /**
   * Ends the threads after their present orders. Queries that still run stay unfinished: cancel
   * them first.
   */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void work(int worker) {
    List<QueryExecution> candidates = new ArrayList<>();
    while (true) {
      long seen;
      synchronized (this) {
        if (closed) {
          return;
        }
        seen = signals;
        candidates.clear();
        for (int i = 0; i < queries.size(); i++) {
          candidates.add(queries.get((turn + i) % queries.size()));
        }
        turn = queries.isEmpty() ? 0 : (turn + 1) % queries.size();
      }
      boolean ran = false;
      for (int i = 0; i < candidates.size() && !ran; i++) {
        ran = candidates.get(i).runOrder(worker);
      }
      if (!ran && !awaitSignalAfter(seen)) {
        return;
      }
    }
  }

  /** Returns false when the pool is closed. */
  private synchronized boolean awaitSignalAfter(long seen) {
    while (signals == seen && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        // Nobody interrupts workers on purpose; cancellation goes through the query.
        continue;
      }
    }
    return !closed;
  }
}
