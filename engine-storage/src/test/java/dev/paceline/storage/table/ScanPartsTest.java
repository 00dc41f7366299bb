package dev.paceline.storage.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.block.ColumnSketch;
import dev.paceline.storage.block.DistinctSketch;
import dev.paceline.storage.table.rowgroup.RowGroup;
import dev.paceline.storage.table.rowgroup.RowGroupSequence;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which blocks a scan can do without. */
class ScanPartsTest {
  private static final int[] COLUMNS = {2, 0, 1};
  private static final LongRanges RANGE = LongRanges.between(0, 9);
  private static final List<ScanPredicate> PREDICATES =
      List.of(new ScanPredicate(0, RANGE), new ScanPredicate(1, RANGE));

  /** A row group of three columns, of which the first and the third may match in all rows. */
  private static RowGroup rowGroup(boolean firstMatches, boolean thirdMatches) {
    return new RowGroup(
        10,
        List.of(summary(firstMatches), summary(false), summary(thirdMatches)),
        () -> {
          throw new AssertionError("nothing is read or disposed of here");
        });
  }

  private static BlockSummary summary(boolean matches) {
    ColumnStatistics statistics =
        new ColumnStatistics(
            10, 0, -1, true, matches ? 3 : -3, 8, false, 0, 0, null, null, false, false);
    return new BlockSummary(1, statistics, ColumnSketch.of(new DistinctSketch(), new double[0]));
  }

  private static BitSet positions(int... positions) {
    BitSet set = new BitSet();
    for (int position : positions) {
      set.set(position);
    }
    return set;
  }

  private static ScanParts parts(List<RowGroup> rowGroups, BitSet onlyTested) {
    return ScanParts.of(RowGroupSequence.of(rowGroups), COLUMNS, PREDICATES, onlyTested);
  }

  @Test
  void sparesTheMostBlocks() {
    List<RowGroup> rowGroups = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      rowGroups.add(rowGroup(true, true));
    }
    for (int i = 0; i < 9; i++) {
      rowGroups.add(rowGroup(true, false));
    }
    rowGroups.add(rowGroup(false, false));
    ScanParts parts = parts(rowGroups, positions(0, 1));
    assertThat(parts.spared()).isEqualTo(positions(1));
    assertThat(parts.inside()).isEqualTo(rowGroups.subList(0, 14));
    assertThat(parts.edges()).isEqualTo(rowGroups.subList(14, 15));
    assertThat(parts.skippedBlocks()).isEqualTo(14);

    ScanParts both = parts(rowGroups.subList(0, 8), positions(0, 1));
    assertThat(both.spared()).isEqualTo(positions(0, 1));
    assertThat(both.inside()).isEqualTo(rowGroups.subList(0, 5));
    assertThat(both.skippedBlocks()).isEqualTo(10);
  }

  @Test
  void sparesNothingThatIsRead() {
    List<RowGroup> rowGroups = List.of(rowGroup(true, true), rowGroup(true, true));
    ScanParts parts = parts(rowGroups, positions());
    assertThat(parts.inside()).isEmpty();
    assertThat(parts.edges()).isEqualTo(rowGroups);
    assertThat(parts.skippedBlocks()).isZero();
    assertThat(parts(List.of(), positions(0, 1)).skippedBlocks()).isZero();
  }

  /** Row groups of one column of ascending ranges. */
  private static RowGroupSequence ascending(int size) {
    List<RowGroup> rowGroups = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      ColumnStatistics statistics =
          new ColumnStatistics(
              2, 0, 2, true, 10L * i, 10L * i + 9, false, 0, 0, null, null, true, true);
      rowGroups.add(
          new RowGroup(
              2,
              List.of(
                  new BlockSummary(
                      1, statistics, ColumnSketch.of(new DistinctSketch(), new double[0]))),
              () -> {}));
    }
    return RowGroupSequence.of(rowGroups);
  }

  @Test
  void looksAtFewOfTheRowGroupsOfALargeTable() {
    int size = 100_000;
    int most = 300; // at each end of a range the children of one node of each of the four levels
    RowGroupSequence table = ascending(size);
    int[] columns = {0};
    List<ScanPredicate> range =
        List.of(new ScanPredicate(0, LongRanges.between(123_455, 10L * size - 54_325)));

    ScanParts parts = ScanParts.of(table, columns, range, positions(0));
    assertThat(parts.inside()).isEqualTo(table.subList(12_346, size - 5_433));
    assertThat(parts.edges()).containsExactly(table.get(12_345), table.get(size - 5_433));
    assertThat(parts.skippedBlocks()).isEqualTo(size - 2);
    assertThat(table.visit(new ScanParts.Runs(columns, range, positions(0)))).isLessThan(most);

    List<ScanPredicate> all = List.of();
    assertThat(ScanParts.of(table, columns, all, positions()).edges()).isEqualTo(table);
    assertThat(table.visit(new ScanParts.Runs(columns, all, positions()))).isEqualTo(1);

    SelectivityEstimator.Undecided undecided =
        new SelectivityEstimator.Undecided(0, range.getFirst().predicate());
    assertThat(table.visit(undecided)).isLessThan(most);
    assertThat(undecided.groups).hasSize(2);
    assertThat(undecided.matchingRows).isEqualTo(2L * parts.inside().size());
  }
}
