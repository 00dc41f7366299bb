package dev.paceline.storage.table.rowgroup;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.SortBound;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.block.ColumnSketch;
import dev.paceline.storage.block.DistinctSketch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which row groups a scan below a sort reads, and when. */
class FirstRowsScanTest {
  private static final int ROWS = 100;

  /** The scans that were opened. */
  private final List<FakeScan> opened = new ArrayList<>();

  private record FakeChunk(RowGroup rowGroup) implements Chunk {
    @Override
    public int rowCount() {
      return rowGroup.rowCount();
    }

    @Override
    public ChunkColumn column(int index) {
      throw new AssertionError("nobody reads");
    }

    @Override
    public int blockCount() {
      return 1;
    }

    @Override
    public long bytes() {
      return 1;
    }

    @Override
    public long readBytes() {
      return 1;
    }
  }

  /** Hands its row groups out in their order. */
  private static final class FakeScan implements ChunkSource {
    final RowGroupSelection rowGroups;
    final List<RowGroup> left;
    int handedOut;
    boolean closed;
    @Nullable Runnable giveBack;

    FakeScan(RowGroupSelection rowGroups) {
      this.rowGroups = rowGroups;
      this.left = new ArrayList<>(rowGroups);
    }

    @Override
    public synchronized @Nullable Chunk next() {
      if (left.isEmpty()) {
        return null;
      }
      handedOut++;
      return new FakeChunk(left.removeFirst());
    }

    @Override
    public synchronized boolean exhausted() {
      return left.isEmpty();
    }

    @Override
    public synchronized void release(Chunk chunk) {
      handedOut--;
    }

    @Override
    public synchronized void release(Chunk chunk, int firstRow) {
      handedOut--;
      left.add(((FakeChunk) chunk).rowGroup());
    }

    @Override
    public void onAvailable(Runnable wakeUp) {}

    @Override
    public void onShortage(Runnable newGiveBack) {
      giveBack = newGiveBack;
    }

    @Override
    public long totalRows() {
      return rowGroups.rowCount();
    }

    @Override
    public long sharedBlocks() {
      return 1;
    }

    @Override
    public synchronized void close() {
      closed = true;
      left.clear();
    }
  }

  private static RowGroup group(ColumnStatistics statistics) {
    return new RowGroup(
        ROWS,
        List.of(
            new BlockSummary(1, statistics, ColumnSketch.of(new DistinctSketch(), new double[0]))),
        () -> {});
  }

  private static ColumnStatistics longs(long min, long max, int nulls) {
    return new ColumnStatistics(
        ROWS, nulls, -1, true, min, max, false, 0, 0, null, null, false, false);
  }

  private static ColumnStatistics doubles(double min, double max) {
    return new ColumnStatistics(ROWS, 0, -1, false, 0, 0, true, min, max, null, null, false, false);
  }

  private static ColumnStatistics strings(String min, String max) {
    return new ColumnStatistics(
        ROWS,
        0,
        -1,
        false,
        0,
        0,
        false,
        0,
        0,
        min.getBytes(StandardCharsets.UTF_8),
        max.getBytes(StandardCharsets.UTF_8),
        false,
        false);
  }

  private ChunkSource open(List<ColumnStatistics> statistics, SortBound bound) {
    RowGroupSequence sequence =
        RowGroupSequence.of(statistics.stream().map(FirstRowsScanTest::group).toList());
    return FirstRowsScan.open(
        RowGroupSelection.all(sequence),
        0,
        3,
        bound,
        rowGroups -> {
          FakeScan scan = new FakeScan(rowGroups);
          synchronized (opened) {
            opened.add(scan);
          }
          return scan;
        });
  }

  /** Returns row groups of ascending values: 0 to 99, 100 to 199, and so on. */
  private static List<ColumnStatistics> ascending(int count) {
    return IntStream.range(0, count).mapToObj(i -> longs(100L * i, 100L * i + 99, 0)).toList();
  }

  private static SortBound bound(boolean descending) {
    return new SortBound(DataType.INT64, descending, false);
  }

  private static void tighten(SortBound bound, long value) {
    bound.tighten(new ColumnVector(DataType.INT64).setConstantLong(value), 0);
  }

  /** Reads everything; returns the smallest value that each part reads. */
  private List<List<Long>> read(ChunkSource scan) {
    for (Chunk chunk = scan.next(); chunk != null; chunk = scan.next()) {
      scan.release(chunk);
    }
    assertThat(scan.exhausted()).isTrue();
    assertThat(opened).allSatisfy(part -> assertThat(part.handedOut).isZero());
    List<List<Long>> parts = new ArrayList<>();
    for (FakeScan part : opened) {
      parts.add(part.rowGroups.stream().map(group -> group.statistics(0).minLong()).toList());
    }
    scan.close();
    return parts;
  }

  @Test
  void theMostPromisingRowGroupsComeFirst() {
    assertThat(read(open(ascending(8), bound(true))))
        .containsExactly(List.of(700L), List.of(300L, 400L, 500L, 600L), List.of(0L, 100L, 200L));
    opened.clear();
    assertThat(read(open(ascending(6), bound(false))))
        .containsExactly(List.of(0L), List.of(100L, 200L, 300L, 400L), List.of(500L));
  }

  @Test
  void whatTheBoundExcludesIsNeverRead() {
    SortBound bound = bound(true);
    ChunkSource scan = open(ascending(100), bound);
    Chunk first = requireNonNull(scan.next());
    assertThat(scan.exhausted()).isFalse();
    tighten(bound, 9_750);
    Chunk second = requireNonNull(scan.next());
    scan.release(first);
    Chunk third = requireNonNull(scan.next());
    scan.release(second);
    scan.release(third);
    assertThat(scan.next()).isNull();
    assertThat(scan.exhausted()).isTrue();
    assertThat(scan.skippedBlocks()).isEqualTo(97 * 3);
    assertThat(scan.totalRows()).isEqualTo(100 * ROWS);
    assertThat(scan.sharedBlocks()).isEqualTo(2);
    assertThat(opened).hasSize(2).allSatisfy(part -> assertThat(part.closed).isTrue());
  }

  @Test
  void anOrderThatHardlyMattersTakesOneScan() {
    assertThat(read(open(Collections.nCopies(50, longs(-5, 1_000, 0)), bound(true)))).hasSize(1);
    opened.clear();
    assertThat(read(open(ascending(1), bound(true)))).hasSize(1);
    opened.clear();
    ColumnStatistics unknown = ColumnStatistics.unknown(ROWS, 0);
    assertThat(read(open(Collections.nCopies(9, unknown), bound(true)))).hasSize(1);
    opened.clear();
    assertThat(read(open(List.of(), bound(true)))).hasSize(1);
  }

  @Test
  void rowGroupsWithNullsComeWhereNullsBelong() {
    List<ColumnStatistics> groups = new ArrayList<>(ascending(4));
    groups.set(2, longs(200, 299, 7));
    SortBound nullsFirst = new SortBound(DataType.INT64, false, true);
    assertThat(read(open(groups, nullsFirst)).getFirst()).containsExactly(200L);
    opened.clear();
    groups.set(0, longs(0, 0, ROWS));
    List<List<Long>> parts = read(open(groups, bound(false)));
    assertThat(parts).containsExactly(List.of(100L), List.of(0L, 200L, 300L));
  }

  @Test
  void numbersAndStringsAreRankedByTheirOrder() {
    List<ColumnStatistics> numbers =
        List.of(doubles(-8, -4), doubles(-2, -1), doubles(0.5, 3), doubles(9, Double.NaN));
    SortBound ascending = new SortBound(DataType.FLOAT64, false, false);
    open(numbers, ascending).next();
    assertThat(opened.getLast().rowGroups.getFirst().statistics(0).minDouble()).isEqualTo(-8);
    open(numbers, new SortBound(DataType.FLOAT64, true, false)).next();
    assertThat(opened.getLast().rowGroups.getFirst().statistics(0).minDouble()).isEqualTo(9);
    List<ColumnStatistics> words =
        List.of(
            strings("m", "n"), strings("\u00e9", "\u00ea"), strings("", "b"), strings("c", "d"));
    open(words, new SortBound(DataType.VARCHAR, true, false)).next();
    assertThat(opened.getLast().rowGroups.getFirst().statistics(0).minBytes())
        .isEqualTo("\u00e9".getBytes(StandardCharsets.UTF_8));
    open(words, new SortBound(DataType.VARCHAR, false, false)).next();
    assertThat(opened.getLast().rowGroups.getFirst().statistics(0).minBytes()).isEmpty();
  }

  /**
   * Workers that ask, release and give back at the same time get each row group to its end once.
   */
  @Test
  void manyWorkersShareTheParts() throws Exception {
    for (int round = 0; round < 200; round++) {
      opened.clear();
      int groups = 2 + round % 70;
      ChunkSource scan = open(ascending(groups), bound(round % 2 == 0));
      scan.onAvailable(() -> {});
      Map<RowGroup, Integer> finished = new ConcurrentHashMap<>();
      try (ExecutorService workers = Executors.newFixedThreadPool(4)) {
        List<Future<?>> all = new ArrayList<>();
        for (int worker = 0; worker < 4; worker++) {
          Random random = new Random(round * 4 + worker);
          all.add(
              workers.submit(
                  () -> {
                    while (!scan.exhausted()) {
                      Chunk chunk = scan.next();
                      if (chunk == null) {
                        Thread.onSpinWait();
                      } else if (random.nextInt(4) == 0) {
                        scan.release(chunk, 10);
                      } else {
                        finished.merge(((FakeChunk) chunk).rowGroup(), 1, Integer::sum);
                        scan.release(chunk);
                      }
                    }
                  }));
        }
        for (Future<?> worker : all) {
          worker.get(60, TimeUnit.SECONDS);
        }
      }
      assertThat(finished).as("round %s", round).hasSize(groups).values().containsOnly(1);
      assertThat(opened)
          .allSatisfy(
              part -> {
                assertThat(part.handedOut).isZero();
                assertThat(part.closed).isTrue();
              });
      scan.close();
    }
  }

  /** A part whose chunk was given back before its end has one more, and is not over. */
  @Test
  void aChunkThatWasGivenBackComesAgain() {
    ChunkSource scan = open(ascending(4), bound(false));
    scan.onShortage(() -> {});
    Chunk first = requireNonNull(scan.next());
    Chunk second = requireNonNull(scan.next());
    scan.release(first, 10);
    assertThat(requireNonNull(scan.next())).isEqualTo(first);
    assertThat(opened.getFirst().closed).isFalse();
    assertThat(opened).allSatisfy(part -> assertThat(part.giveBack).isNotNull());
    scan.close();
    assertThat(opened).hasSize(2).allSatisfy(part -> assertThat(part.closed).isTrue());
    assertThat(scan.next()).isNull();
    scan.release(second);
  }
}
