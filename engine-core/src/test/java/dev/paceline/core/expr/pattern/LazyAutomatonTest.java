package dev.paceline.core.expr.pattern;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.PreemptibleThread;
import dev.paceline.core.exec.Sink;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LazyAutomatonTest {
  private static final long SEED = 3;

  private static LazyAutomaton automaton(String pattern) {
    PatternPart parsed = RegexSyntax.parse(pattern, true, true, false).orElseThrow();
    return new LazyAutomaton(requireNonNull(PositionAutomaton.of(parsed, 1_000)));
  }

  private static String string(Random random, int length) {
    StringBuilder string = new StringBuilder();
    for (int i = 0; i < length; i++) {
      string.append((char) ('a' + random.nextInt(2)));
    }
    return string.toString();
  }

  private static void check(LazyAutomaton automaton, Pattern expected, String string) {
    byte[] bytes = string.getBytes(US_ASCII);
    assertThat(automaton.matches(MemorySegment.ofArray(bytes), StringView.of(0, bytes.length)))
        .as(string)
        .isEqualTo(expected.matcher(string).matches());
  }

  @Test
  void followsPositionsWhenItHasTooManyStates() {
    // The automaton has a state for each string of 20 letters.
    String pattern = "[ab]*a[ab]{20}";
    LazyAutomaton automaton = automaton(pattern);
    Pattern expected = Pattern.compile(pattern);
    Random random = new Random(SEED);
    for (int i = 0; i < 2_000; i++) {
      check(automaton, expected, string(random, random.nextInt(100)));
    }
  }

  /** A thread that runs an order of a query that is cancelled after some checks. */
  private static final class CancelledThread extends Thread implements PreemptibleThread {
    private int checks;

    CancelledThread(Runnable order) {
      super(order);
    }

    @Override
    public void yieldIfDue() {
      throw new AssertionError("the caller may hold a lock");
    }

    @Override
    public void throwIfCancelled() {
      if (++checks == 3) {
        throw new PacelineException(ErrorCode.CANCELLED, "test");
      }
    }

    @Override
    public void awaitReady(Sink sink) {
      throw new AssertionError("the caller may hold a lock");
    }
  }

  @Test
  void endsWithTheQueryInTheMiddleOfALongString() throws Exception {
    LazyAutomaton automaton = automaton("[ab]*a[ab]{20}");
    byte[] bytes = string(new Random(SEED), 1 << 20).getBytes(US_ASCII);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread thread =
        new CancelledThread(
            () -> automaton.matches(MemorySegment.ofArray(bytes), StringView.of(0, bytes.length)));
    thread.setUncaughtExceptionHandler((unused, e) -> thrown.set(e));
    thread.start();
    thread.join();
    assertThat(thrown.get()).hasMessage("test");
  }

  @Test
  void answersAllThreadsWhileItsTableGrows() throws Exception {
    String pattern = "[ab]*a[ab]{9}";
    Pattern expected = Pattern.compile(pattern);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int round = 0; round < 20; round++) {
        LazyAutomaton automaton = automaton(pattern);
        List<Callable<Void>> checks = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
          Random random = new Random(SEED + thread + 10L * round);
          checks.add(
              () -> {
                for (int i = 0; i < 200; i++) {
                  check(automaton, expected, string(random, random.nextInt(60)));
                }
                return null;
              });
        }
        for (Future<Void> check : threads.invokeAll(checks)) {
          check.get();
        }
      }
    }
  }

  @Test
  void makesNoAutomatonOfTooManyPositions() {
    PatternPart parsed = RegexSyntax.parse("(a{100}){100}", true, true, false).orElseThrow();
    assertThat(PositionAutomaton.of(parsed, 1_000)).isNull();
  }
}
