package dev.paceline.benchmarks.frame;

import dev.paceline.benchmarks.suite.QuerySuite;
import java.util.List;
import picocli.CommandLine.Option;

/** A benchmark whose contestants take turns after a warm-up. */
public abstract class TurnsBenchmarkCommand extends DataBenchmarkCommand {
  @Option(names = "--warmups", description = "Turns before the measured ones, at least.")
  @AtLeast(0)
  private int warmups;

  @Option(
      names = "--warm-seconds",
      description =
          "Seconds that the turns before the measured ones last, at least: the JIT takes that long"
              + " ")
  @AtLeast(0)
  private double warmSeconds;

  @Option(names = "--rounds", description = "Measured turns.")
  @AtLeast(1)
  private int rounds;

  /** Sets the default of {@code --threads}, and 3 warm-ups of 5 seconds and 7 rounds. */
  protected TurnsBenchmarkCommand(int threads) {
    this(threads, 0.01, new Repetitions(3, 5, 7));
  }

  /** Sets the defaults of options and the scale factor of {@code --smoke}. */
  protected TurnsBenchmarkCommand(int threads, double smokeScale, Repetitions repetitions) {
    super(1, smokeScale, threads);
    setRepetitions(repetitions);
  }

  private void setRepetitions(Repetitions repetitions) {
    warmups = repetitions.warmups();
    warmSeconds = repetitions.warmSeconds();
    rounds = repetitions.rounds();
  }

  @Override
  protected void shrink() {
    super.shrink();
    setRepetitions(Repetitions.ONCE);
  }

  protected final Repetitions repetitions() {
    return new Repetitions(warmups, warmSeconds, rounds);
  }

  /** Returns what a report says first, such as "TPC-H scale 1, threads 2, medians of 7". */
  protected final String headlineOfMedians(QuerySuite suite) {
    return headline(suite) + ", medians of " + repetitions().rounds();
  }

  /** Returns the turns of some contestants, which share the repetitions of this run. */
  protected final Turns turns(List<? extends Turns.Contestant> contestants) {
    return new Turns(repetitions(), contestants);
  }
}
