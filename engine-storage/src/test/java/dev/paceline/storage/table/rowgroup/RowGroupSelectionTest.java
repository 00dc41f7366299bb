package dev.paceline.storage.table.rowgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.block.ColumnSketch;
import dev.paceline.storage.block.DistinctSketch;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Selections of row groups against plain lists. */
class RowGroupSelectionTest {
  private static RowGroup group(int rows) {
    BlockSummary summary =
        new BlockSummary(
            1,
            ColumnStatistics.unknown(rows, 0),
            ColumnSketch.of(new DistinctSketch(), new double[0]));
    return new RowGroup(rows, List.of(summary), () -> {});
  }

  private static void check(
      String what, RowGroupSelection selection, List<RowGroup> expected, List<Integer> positions) {
    assertThat(selection).as(what).isEqualTo(expected);
    long rows = 0;
    int last = -1;
    for (int i = 0; i < expected.size(); i++) {
      int position = positions.get(i);
      assertThat(selection.position(i)).as(what).isEqualTo(position);
      assertThat(selection.rowsBefore(i)).as(what).isEqualTo(rows);
      for (int between = last + 1; between <= position; between++) {
        assertThat(selection.firstFrom(between)).as(what).isEqualTo(i);
      }
      rows += expected.get(i).rowCount();
      last = position;
    }
    assertThat(selection.firstFrom(-1)).as(what).isZero();
    assertThat(selection.firstFrom(last + 1)).as(what).isEqualTo(expected.size());
    assertThat(selection.rowCount()).as(what).isEqualTo(rows);
  }

  @Test
  void isTheListOfItsRuns() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      List<RowGroup> table = new ArrayList<>();
      int size = random.nextInt(3_000);
      for (int i = 0; i < size; i++) {
        table.add(group(1 + random.nextInt(9)));
      }
      RowGroupSequence sequence = RowGroupSequence.of(table);
      RowGroupSelection.Builder runs = new RowGroupSelection.Builder(sequence);
      List<RowGroup> expected = new ArrayList<>();
      List<Integer> positions = new ArrayList<>();
      int longest = 1 + random.nextInt(100);
      for (int at = random.nextInt(2) * random.nextInt(20); at < size; ) {
        int end = Math.min(size, at + 1 + random.nextInt(longest));
        long rows = table.subList(at, end).stream().mapToLong(RowGroup::rowCount).sum();
        runs.add(at, end - at, sequence.rowsBefore(at), rows);
        for (; at < end; at++) {
          expected.add(table.get(at));
          positions.add(at);
        }
        at += random.nextInt(longest); // runs may touch
      }
      String what = "seed " + seed + ", round " + round;
      RowGroupSelection selection = runs.build();
      check(what, selection, expected, positions);

      BitSet taken = new BitSet();
      int share = 1 + random.nextInt(4);
      for (int i = 0; i < expected.size(); i++) {
        taken.set(i, random.nextInt(share) > 0);
      }
      List<RowGroup> others = new ArrayList<>();
      List<Integer> otherPositions = new ArrayList<>();
      for (int i = taken.nextClearBit(0); i < expected.size(); i = taken.nextClearBit(i + 1)) {
        others.add(expected.get(i));
        otherPositions.add(positions.get(i));
      }
      check(what + ", without some", selection.without(taken), others, otherPositions);
    }
  }

  @Test
  void oneRowGroupHasItsPositionInTheTable() {
    RowGroup rowGroup = group(5);
    rowGroup.placeAt(7);
    RowGroupSelection selection = RowGroupSelection.of(rowGroup);
    check("one", selection, List.of(rowGroup), List.of(7));
    BitSet all = new BitSet();
    all.set(0);
    assertThat(selection.without(all)).isEmpty();
    assertThat(RowGroupSelection.all(RowGroupSequence.EMPTY)).isEmpty();
  }
}
