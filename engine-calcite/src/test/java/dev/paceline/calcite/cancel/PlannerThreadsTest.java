package dev.paceline.calcite.cancel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever waits for a plan is free as soon as the statement is not wanted any more. */
@Timeout(60)
final class PlannerThreadsTest {
  private final PlannerThreads threads = new PlannerThreads();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicBoolean finished = new AtomicBoolean();

  @AfterEach
  void endPlanning() {
    release.countDown();
    threads.awaitAll();
  }

  @Test
  void givesThePlan() {
    Thread planner = threads.call(Thread::currentThread, new StatementRun(null));

    assertThat(planner).isNotEqualTo(Thread.currentThread());
    assertThat(planner.isDaemon()).isTrue();
  }

  @Test
  void throwsWhatPlanningThrows() {
    RuntimeException failure = new IllegalStateException("no plan");
    Error error = new AssertionError("no plan at all");
    Supplier<String> failing =
        () -> {
          throw failure;
        };
    Supplier<String> broken =
        () -> {
          throw error;
        };

    assertThatThrownBy(() -> threads.call(failing, new StatementRun(null))).isSameAs(failure);
    assertThatThrownBy(() -> threads.call(broken, new StatementRun(null))).isSameAs(error);
  }

  @Test
  void returnsBeforePlanningEndsWhenCancelled() {
    StatementRun run = new StatementRun(null);
    CompletableFuture<Void> cancel =
        CompletableFuture.runAsync(
            () -> {
              await(begun);
              run.cancel();
            });

    assertEndsEarly(run, ErrorCode.CANCELLED);

    cancel.join();
  }

  @Test
  void returnsBeforePlanningEndsWhenTheTimeIsOver() {
    assertEndsEarly(new StatementRun(Duration.ofMillis(20)), ErrorCode.DEADLINE_EXCEEDED);
  }

  @Test
  void returnsBeforePlanningEndsWhenTheCallerIsInterrupted() {
    StatementRun run = new StatementRun(null);
    Thread.currentThread().interrupt();

    assertEndsEarly(run, ErrorCode.CANCELLED);

    assertThat(Thread.interrupted()).isTrue();
    assertThatThrownBy(run::check).isInstanceOf(PacelineException.class);
  }

  @Test
  void waitsForPlansThatNobodyWants() {
    assertEndsEarly(new StatementRun(Duration.ofMillis(1)), ErrorCode.DEADLINE_EXCEEDED);
    CompletableFuture<Void> end = CompletableFuture.runAsync(threads::awaitAll);
    assertThat(end).isNotDone();

    release.countDown();
    end.join();

    assertThat(finished).isTrue();
  }

  private void assertEndsEarly(StatementRun run, ErrorCode code) {
    assertThatThrownBy(() -> threads.call(this::planUntilReleased, run))
        .isInstanceOfSatisfying(PacelineException.class, e -> assertThat(e.code()).isEqualTo(code));
    assertThat(finished).isFalse();
  }

  private String planUntilReleased() {
    begun.countDown();
    await(release);
    finished.set(true);
    return "plan";
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
