package dev.paceline.calcite.cancel;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Threads that plan statements. The threads that wait for the plans do not plan, so that a
 * statement that is cancelled, or whose time is over, returns at once. What plans it ends at its
 * next {@link PlanningCheck}. The threads are daemons that all sessions of the process share; each
 * session knows its own plans. Any thread may use it.
 *
 * <p>Their stacks are large, since parser, validator and optimiser are recursive: the deepest
 * statement that {@code StatementShape} admits must not overflow them. The operating system gives a
 * stack only the pages that are touched.
 */
public final class PlannerThreads {
  private static final long STACK_BYTES = 512L << 20;

  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          Thread.ofPlatform()
              .daemon()
              .inheritInheritableThreadLocals(false)
              .name("paceline-planner-", 0)
              .stackSize(STACK_BYTES)
              .factory());

  private final Set<CompletableFuture<?>> pending = ConcurrentHashMap.newKeySet();

  /**
   * Waits for a plan, but no longer than its statement lives.
   *
   * @param planning calls {@link PlanningCheck#check} often, and so ends soon after its statement
   * @return what it gives
   * @throws PacelineException CANCELLED or DEADLINE_EXCEEDED, or what planning throws
   */
  public <T> T call(Supplier<T> planning, StatementRun run) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    CompletableFuture<T> plan =
        CompletableFuture.supplyAsync(
            () -> {
              Thread.currentThread().setContextClassLoader(loader);
              return PlanningCheck.during(run.token(), planning);
            },
            THREADS);
    pending.add(plan);
    plan.whenComplete((_, _) -> pending.remove(plan));
    await(CompletableFuture.anyOf(plan, run.cancellation()), run);
    run.check();
    return result(plan);
  }

  /** Returns when the statement has a plan, was cancelled, or has no time left. */
  private static void await(CompletableFuture<?> event, StatementRun run) {
    Duration remaining = run.remaining();
    try {
      event.get(remaining == null ? Long.MAX_VALUE : remaining.toNanos() + 1, TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // The run says the one, the plan the other.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      run.cancel();
      throw new PacelineException(ErrorCode.CANCELLED, "the calling thread was interrupted", e);
    }
  }

  /** Returns a finished plan, or throws the error that planning ended with. */
  private static <T> T result(CompletableFuture<T> plan) {
    try {
      return plan.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException known -> throw known;
        case Error error -> throw error;
        case null, default -> throw e;
      }
    }
  }

  /** Waits for plans that nobody else waits for any more. */
  public void awaitAll() {
    for (CompletableFuture<?> plan : pending) {
      plan.exceptionally(_ -> null).join();
    }
  }
}
