package dev.paceline.storage.table.rowgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.block.ColumnSketch;
import dev.paceline.storage.block.DistinctSketch;
import dev.paceline.storage.scan.ScanTable;
import dev.paceline.storage.table.TableVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Compares sequences of row groups and the statistics of their versions with plain lists and with
 * the definitions, and counts how much work a change repeats when there are many row groups.
 */
class RowGroupSequenceTest {
  private static final int MANY = 100_000;

  private final AtomicInteger disposed = new AtomicInteger();

  private static ColumnSketch sketch(long value) {
    DistinctSketch distinct = new DistinctSketch();
    distinct.update(value);
    return ColumnSketch.of(distinct, new double[0]);
  }

  private static final ColumnSketch ANY = sketch(7);

  private RowGroup group(int rows, ColumnStatistics statistics) {
    return group(rows, statistics, ANY);
  }

  private RowGroup group(int rows, ColumnStatistics statistics, ColumnSketch sketch) {
    List<BlockSummary> summaries = List.of(new BlockSummary(rows * 8L, statistics, sketch));
    return new RowGroup(rows, summaries, disposed::incrementAndGet);
  }

  private static ColumnStatistics range(int rows, long low, long high, boolean unique) {
    return new ColumnStatistics(
        rows, 0, rows, true, low, high, false, 0, 0, null, null, true, unique);
  }

  private RowGroup random(Random random) {
    int rows = 1 + random.nextInt(100);
    long low = random.nextInt(400);
    ColumnStatistics statistics =
        switch (random.nextInt(8)) {
          case 0 -> ColumnStatistics.unknown(rows, rows);
          case 1 -> ColumnStatistics.unknown(rows, 0);
          case 2 -> range(rows, low, low + 3, false);
          default -> range(rows, low, low + random.nextInt(3), true);
        };
    return group(rows, statistics, sketch(random.nextInt(50)));
  }

  private static boolean isUnique(List<RowGroup> groups) {
    List<ColumnStatistics> blocks =
        groups.stream()
            .map(group -> group.statistics(0))
            .sorted(Comparator.comparingLong(ColumnStatistics::minLong))
            .toList();
    boolean unique = !blocks.isEmpty() && blocks.stream().allMatch(ColumnStatistics::unique);
    for (int i = 0; i < blocks.size() && blocks.size() > 1; i++) {
      unique &= blocks.get(i).hasLongBounds();
      unique &= i == 0 || blocks.get(i - 1).maxLong() < blocks.get(i).minLong();
    }
    return unique;
  }

  private static boolean isSorted(List<RowGroup> groups) {
    long last = Long.MIN_VALUE;
    boolean sorted = true;
    for (RowGroup group : groups) {
      ColumnStatistics block = group.statistics(0);
      sorted &= block.hasLongBounds() && block.sorted() && block.minLong() >= last;
      last = block.maxLong();
    }
    return sorted;
  }

  @Test
  void changesAreThoseOfAListAndAllThatIsKnownFollows() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      List<RowGroup> expected = new ArrayList<>();
      TableVersion version = TableVersion.first(new ScanTable("t"), List.of());
      for (int change = 0; change < 40; change++) {
        int kept = random.nextInt(3) > 0 ? expected.size() : random.nextInt(expected.size() + 1);
        int added = random.nextInt(10) == 0 ? random.nextInt(2_200) : random.nextInt(3);
        List<RowGroup> groups = new ArrayList<>();
        for (int i = 0; i < added; i++) {
          long next = 1000L * change + i;
          boolean ascending = round % 2 == 0;
          groups.add(ascending ? group(1, range(1, next, next, true)) : random(random));
        }
        expected = new ArrayList<>(expected.subList(0, kept));
        expected.addAll(groups);
        TableVersion old = version;
        version = old.replacedBy(kept, groups);
        old.release();
        String what = "seed " + seed + ", round " + round + ", change " + change;
        assertThat(version.rowGroups()).as(what).isEqualTo(expected);
        assertThat(version.rowCount())
            .as(what)
            .isEqualTo(expected.stream().mapToLong(RowGroup::rowCount).sum());
        assertThat(version.isUnique(0)).as(what).isEqualTo(isUnique(expected));
        assertThat(version.isSorted(0)).as(what).isEqualTo(isSorted(expected));
        ColumnStatistics all = version.statistics(0);
        assertThat(all.rowCount()).isEqualTo(version.rowCount());
        assertThat(all.nullCount())
            .isEqualTo(expected.stream().mapToLong(g -> g.statistics(0).nullCount()).sum());
        for (int i = 0; i < expected.size(); i++) {
          assertThat(expected.get(i).position()).as(what).isEqualTo(i);
        }
      }
    }
  }

  @Test
  void rowGroupsGoWithTheLastVersionThatHasThem() {
    TableVersion first =
        TableVersion.first(
            new ScanTable("t"),
            List.of(group(1, range(1, 1, 1, true)), group(1, range(1, 2, 2, true))));
    first.retain();
    TableVersion second = first.replacedBy(1, List.of(group(1, range(1, 3, 3, true))));
    first.release();
    second.retain();
    TableVersion third = second.replacedBy(0, List.of());
    second.release();
    assertThat(disposed).as("the first two versions are held").hasValue(0);
    second.release();
    assertThat(disposed).as("the first version has them all or leads to them").hasValue(0);
    first.release();
    assertThat(disposed).hasValue(3);
    third.retire();
    assertThat(disposed).hasValue(3);
  }

  @Test
  void aDroppedTableKeepsItsRowGroupsForWhoHoldsAVersion() {
    TableVersion version =
        TableVersion.first(new ScanTable("t"), List.of(group(1, range(1, 1, 1, true))));
    version.retain();
    version.retire();
    assertThat(disposed).hasValue(0);
    version.release();
    assertThat(disposed).hasValue(1);
  }

  @Test
  void aChangeOfManyRowGroupsSharesAllButAFewNodes() {
    List<RowGroup> groups = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      groups.add(group(1, range(1, i, i, true)));
    }
    RowGroupSequence before = RowGroupSequence.of(groups);
    RowGroupSequence after =
        before.replaceFrom(MANY - 3, List.of(group(1, range(1, MANY, MANY, true))));
    assertThat(before.root().bounds(0).maxLong()).isEqualTo(MANY - 1);
    assertThat(nodesNotIn(after, nodes(before))).isLessThanOrEqualTo(4);
    assertThat(after.root().bounds(0).maxLong()).isEqualTo(MANY);
    assertThat(after.size()).isEqualTo(MANY - 2);
  }

  @Test
  void asksOnlyNewRowGroupsForTheirFramesAfterAChange() {
    AtomicInteger asked = new AtomicInteger();
    List<RowGroup> groups = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      groups.add(framed(i + 1L, asked));
    }
    RowGroupSequence before = RowGroupSequence.of(groups);
    assertThat(before.root().mostFrameBytes(0)).isEqualTo(MANY);
    assertThat(asked).hasValue(MANY);
    RowGroupSequence after = before.replaceFrom(MANY - 3, List.of(framed(7, asked)));
    assertThat(after.root().mostFrameBytes(0)).isEqualTo(MANY - 3);
    assertThat(asked.get() - MANY).isLessThanOrEqualTo(2 * RowGroupSequence.FAN_OUT);
  }

  private static RowGroup framed(long frameBytes, AtomicInteger asked) {
    return new RowGroup(
        1,
        List.of(new BlockSummary(8, range(1, 0, 0, true), ANY)),
        new BlockSource() {
          @Override
          public long frameBytes(int column) {
            asked.incrementAndGet();
            return frameBytes;
          }

          @Override
          public void dispose() {}
        });
  }

  private static Set<RowGroupSequence.Node> nodes(RowGroupSequence sequence) {
    Set<RowGroupSequence.Node> nodes = Collections.newSetFromMap(new IdentityHashMap<>());
    sequence.visit(
        new RowGroupSequence.Visitor() {
          @Override
          public boolean enters(RowGroupSequence.Node node, int first, long rowsBefore) {
            return nodes.add(node);
          }

          @Override
          public void visit(RowGroup rowGroup, int index, long rowsBefore) {}
        });
    return nodes;
  }

  private static int nodesNotIn(RowGroupSequence sequence, Set<RowGroupSequence.Node> known) {
    Set<RowGroupSequence.Node> others = nodes(sequence);
    others.removeAll(known);
    return others.size();
  }
}
