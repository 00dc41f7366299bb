package dev.paceline.benchmarks.frame;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that work side by side. */
public final class Tasks {
  private Tasks() {}

  /** Runs tasks, each in a thread of its own, and returns their results in the same order. */
  public static <T> List<T> runAll(List<? extends Callable<T>> tasks) {
    try (ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, tasks.size()))) {
      return runAll(tasks, threads);
    }
  }

  /**
   * Runs tasks in some threads, and returns their results in the same order.
   *
   * @throws RuntimeException what a task has thrown; a checked exception is its cause
   */
  public static <T> List<T> runAll(List<? extends Callable<T>> tasks, ExecutorService threads) {
    List<Future<T>> running = new ArrayList<>();
    tasks.forEach(task -> running.add(threads.submit(task)));
    List<T> results = new ArrayList<>();
    running.forEach(future -> results.add(await(future)));
    return results;
  }

  /** Waits for the result of a task, and throws what {@link #runAll(List)} throws. */
  public static <T> T await(Future<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw PacelineException.internal("a task failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PacelineException(ErrorCode.CANCELLED, "the benchmark was interrupted", e);
    }
  }
}
