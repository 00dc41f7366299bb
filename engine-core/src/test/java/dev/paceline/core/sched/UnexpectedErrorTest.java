package dev.paceline.core.sched;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.sched.policy.Contender;
import dev.paceline.core.sched.policy.SchedulingPolicy;
import dev.paceline.core.sched.policy.StridePolicy;
import dev.paceline.core.testing.LedgerExtension;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An error that a worker meets anywhere ends the query, and neither the worker nor other queries.
 */
@ExtendWith(LedgerExtension.class)
@Timeout(60)
class UnexpectedErrorTest {
  /** The call that throws. */
  enum Place {
    NOWHERE,
    OPEN,
    NEXT,
    READER,
    WANTS_MORE,
    READY,
    FINISH,
    CLOSE
  }

  private record Parts(Place place, Runnable morsel) {
    Parts(Place place) {
      this(place, () -> {});
    }

    void call(Place called) {
      if (called == place) {
        throw new NoClassDefFoundError("test");
      }
    }

    Source source() {
      AtomicBoolean handedOut = new AtomicBoolean();
      return new Source() {
        @Override
        public void open() {
          call(Place.OPEN);
        }

        @Override
        public @Nullable Morsel next() {
          call(Place.NEXT);
          return handedOut.getAndSet(true) ? null : new Morsel() {};
        }

        @Override
        public boolean exhausted() {
          return handedOut.get();
        }

        @Override
        public SourceReader newReader(WorkerContext context) {
          call(Place.READER);
          return (read, out) -> {
            morsel.run();
            context.query().cancellation().check();
          };
        }

        @Override
        public void close() {
          call(Place.CLOSE);
        }

        @Override
        public String name() {
          return "source";
        }
      };
    }

    Sink sink() {
      return new Sink() {
        @Override
        public BatchConsumer newLocal(WorkerContext context) {
          return batch -> true;
        }

        @Override
        public boolean wantsMore() {
          call(Place.WANTS_MORE);
          return true;
        }

        @Override
        public boolean ready() {
          call(Place.READY);
          return true;
        }

        @Override
        public FinishPhase finish() {
          call(Place.FINISH);
          return FinishPhase.COMPLETE;
        }

        @Override
        public String name() {
          return "sink";
        }
      };
    }
  }

  private static QueryExecution start(
      Parts parts, WorkerPool pool, MemoryLedger ledger, CountDownLatch ended) {
    QueryExecution query =
        new QueryExecution(
            QueryContext.open("query", ledger, new CancellationToken(), 1, 0, ZoneOffset.UTC),
            "query",
            1,
            Long.MAX_VALUE,
            2,
            List.of(new Pipeline(0, parts.source(), List.of(), parts.sink(), List.of(), List.of())),
            pool,
            ended::countDown);
    query.start();
    return query;
  }

  private static void close(QueryExecution query, CountDownLatch ended)
      throws InterruptedException {
    assertThat(ended.await(30, TimeUnit.SECONDS)).as("the query ends").isTrue();
    query.close();
  }

  private static QueryExecution run(Place place, WorkerPool pool, MemoryLedger ledger)
      throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    QueryExecution query = start(new Parts(place), pool, ledger, ended);
    close(query, ended);
    return query;
  }

  @ParameterizedTest
  @EnumSource
  void endsTheQueryAlone(Place place, MemoryLedger ledger) throws InterruptedException {
    try (WorkerPool pool = new WorkerPool(1, new StridePolicy(), () -> {})) {
      for (int i = 0; i < 3; i++) {
        QueryExecution failed = run(place, pool, ledger);
        if (place != Place.NOWHERE) {
          assertThat(requireNonNull(failed.failure()).code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
        }
      }
      assertThat(run(Place.NOWHERE, pool, ledger).failure()).isNull();
    }
  }

  @Test
  void anOrderThatCannotBeginEndsTheQuery(MemoryLedger ledger) throws InterruptedException {
    AtomicBoolean throwing = new AtomicBoolean(true);
    SchedulingPolicy policy =
        new SchedulingPolicy() {
          @Override
          public Contender choose(List<Contender> candidates) {
            return candidates.getFirst();
          }

          @Override
          public void began(Contender query) {
            if (throwing.getAndSet(false)) {
              throw new NoClassDefFoundError("test");
            }
          }
        };
    try (WorkerPool pool = new WorkerPool(1, policy, () -> {})) {
      QueryExecution failed = run(Place.NOWHERE, pool, ledger);
      assertThat(requireNonNull(failed.failure()).code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
      assertThat(run(Place.NOWHERE, pool, ledger).failure()).isNull();
    }
  }

  /**
   * Lets the calling thread create a number of threads; the next one fails as at a system's limit.
   */
  private static InheritableThreadLocal<Integer> limitThreads(int count) {
    AtomicInteger left = new AtomicInteger(count);
    InheritableThreadLocal<Integer> limit =
        new InheritableThreadLocal<>() {
          @Override
          protected Integer childValue(Integer parent) {
            if (left.getAndDecrement() == 0) {
              throw new OutOfMemoryError("unable to create native thread");
            }
            return parent;
          }
        };
    limit.set(1);
    return limit;
  }

  @Test
  void aPoolThatCannotStartAllItsThreadsStartsNone() {
    InheritableThreadLocal<Integer> limit = limitThreads(2);
    try {
      assertThatThrownBy(() -> new WorkerPool(3, new StridePolicy(), () -> {}))
          .isInstanceOf(PacelineException.class)
          .hasMessageContaining("a worker thread cannot be started");
    } finally {
      limit.remove();
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("paceline-worker-"));
  }

  @Test
  void anOrderGoesOnIfNoThreadCanTakeItsPlace(MemoryLedger ledger) throws InterruptedException {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch bothStarted = new CountDownLatch(1);
    Runnable longMorsel =
        () -> {
          limitThreads(0);
          reading.countDown();
          try {
            bothStarted.await();
            Thread.sleep(2 * Worker.SLICE_NANOS / 1_000_000);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        };
    try (WorkerPool pool = new WorkerPool(1, new StridePolicy(), () -> {})) {
      CountDownLatch ended = new CountDownLatch(2);
      QueryExecution first = start(new Parts(Place.NOWHERE, longMorsel), pool, ledger, ended);
      reading.await();
      QueryExecution second = start(new Parts(Place.NOWHERE), pool, ledger, ended);
      bothStarted.countDown();
      for (QueryExecution query : List.of(first, second)) {
        close(query, ended);
        assertThat(query.failure()).isNull();
      }
    }
  }
}
