package dev.paceline.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.pipeline.TransferModel.Costs;
import dev.paceline.core.pipeline.TransferModel.Edge;
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
    assertThat(model.streamingBlockBytes() <= blockKb * KB).isEqualTo(probability == 1);
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
    assertThat(model.ratio(edge)).isEqualTo(lazyNanos / eagerNanos);
  }

  @Test
  void strategiesBecomeEqualWhereBlocksLeaveTheCacheAndPrefetchingDoesNotHelp() {
    TransferModel model = new TransferModel(new Costs(32 * MB, 1, 1, 2, 100, 500, 0.5), 2);
    double last = Double.POSITIVE_INFINITY;
    for (long bytes = MB; bytes <= 8 * MB; bytes *= 2) {
      double ratio = model.ratio(new Edge(100, bytes, 0.1));
      assertThat(ratio).isLessThan(last);
      last = ratio;
    }
    assertThat(last).isCloseTo(1, within(0.001));
  }

  /** The source's toy: a thousand blocks of which each read and write takes half a second. */
  @Test
  void aDeviceMakesWaitingExpensive() {
    TransferModel model = new TransferModel(new Costs(MB, 1, 1, 1, 100, 5_000, 0), 1);
    Edge edge = new Edge(1000, MB, 0);
    double half = 0.5e9 / MB;
    assertThat(model.lazyNanosOnDevice(edge, half, half)).isCloseTo(1000e9, within(1.0));
    assertThat(model.eagerNanosBesideDevice(edge)).isEqualTo(10e6);
  }

  @Test
  void nothingIsCheaperThanNoTransfer() {
    for (long bytes = 64 * KB; bytes <= 64 * MB; bytes *= 4) {
      for (double stray = 0; stray <= 1; stray += 0.5) {
        Edge edge = new Edge(100, bytes, stray);
        assertThat(TransferModel.TYPICAL.cheapest(edge)).isEqualTo(UnitOfTransfer.FUSED);
      }
    }
    assertThat(TransferModel.TYPICAL.resolve(UnitOfTransfer.AUTO)).isEqualTo(UnitOfTransfer.FUSED);
    assertThat(TransferModel.TYPICAL.resolve(UnitOfTransfer.ALL)).isEqualTo(UnitOfTransfer.ALL);
  }

  /** Costs below zero stand for what the model does not know, such as less contention. */
  @Test
  void wherePackingPaysTheCheaperTransferIsChosen() {
    TransferModel model = new TransferModel(new Costs(32 * MB, 3, 1, 2, 100, 500, -10), 2);
    assertThat(model.cheapest(new Edge(10, 2 * MB, 0)))
        .isEqualTo(UnitOfTransfer.ONE.withBlockBytes(2 * MB));
    assertThat(model.cheapest(new Edge(10, 8 * MB, 0)))
        .isEqualTo(UnitOfTransfer.ALL.withBlockBytes(8 * MB));
  }
}
