package dev.paceline.benchmarks.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.paceline.benchmarks.transfer.TransferModel.Costs;
import dev.paceline.benchmarks.transfer.TransferModel.Edge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransferModelTest {
  private static final long KB = 1 << 10;
  private static final long MB = 1 << 20;

  /** A byte takes 3 ns to read, 1 ns ahead of time, and 2 ns to write. */
  private static Costs costs(long cacheBytes) {
    return new Costs(cacheBytes, 3, 1, 2, 100, 500, 0.5);
  }

  /** The source's processor, and one with 2 threads (Quickstep, section 4.5). */
  @ParameterizedTest
  @CsvSource({
    "25, 20,   640, 1",
    "25, 10,   640, 0.5",
    "25, 10,  1280, 1",
    "25, 10,  4096, 1",
    "32,  2,    64, 0.0078125",
    "32,  2,  1024, 0.125",
    "32,  2,  2048, 0.25",
    "32,  2,  4096, 0.5",
    "32,  2,  8192, 1",
    "32,  2, 32768, 1",
  })
  void blocksLeaveTheCacheAsTheyGrow(long cacheMb, int threads, long blockKb, double probability) {
    TransferModel model = new TransferModel(costs(cacheMb * MB), threads);
    assertThat(model.leftCacheProbability(blockKb * KB)).isEqualTo(probability);
  }

  /**
   * Eager: 1000 switches a block, 100 a stray stream, and 5 a byte of blocks that have left the
   * cache; lazy: 3 a byte and the strays. In MB where not said.
   */
  @ParameterizedTest
  @CsvSource({
    // blocks, KB, p1, eager nanos, lazy nanos
    "1,    1024, 0,     656360,     3145728",
    "1,    1024, 1,     656460,     3145828",
    "8,    2048, 0,   20979520,    50331648",
    "1000, 4096, 0.5, 10486810000, 12582962000",
    "4,    8192, 0,  167776160,   100663296",
  })
  void costsAreThoseOfTheSource(
      double blocks, long blockKb, double stray, double eagerNanos, double lazyNanos) {
    TransferModel model = new TransferModel(costs(32 * MB), 2);
    Edge edge = new Edge(blocks, blockKb * KB, stray);
    assertThat(model.eagerNanos(edge)).isEqualTo(eagerNanos);
    assertThat(model.lazyNanos(edge)).isEqualTo(lazyNanos);
  }

  @Test
  void strategiesBecomeEqualWhereBlocksLeaveTheCacheAndPrefetchingDoesNotHelp() {
    TransferModel model = new TransferModel(new Costs(32 * MB, 1, 1, 2, 100, 500, 0.5), 2);
    double last = Double.POSITIVE_INFINITY;
    for (long bytes = MB; bytes <= 8 * MB; bytes *= 2) {
      Edge edge = new Edge(100, bytes, 0.1);
      double ratio = model.lazyNanos(edge) / model.eagerNanos(edge);
      assertThat(ratio).isLessThan(last);
      last = ratio;
    }
    assertThat(last).isCloseTo(1, within(0.001));
  }
}
