package dev.paceline.storage.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.exec.ColumnPredicate.LongRanges;
import dev.paceline.core.exec.ColumnStatistics;
import dev.paceline.core.exec.ScanTarget.ScanPredicate;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.block.ColumnSketch;
import dev.paceline.storage.block.DistinctSketch;
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
    ScanParts parts = ScanParts.of(rowGroups, COLUMNS, PREDICATES, positions(0, 1));
    assertThat(parts.spared()).isEqualTo(positions(1));
    assertThat(parts.inside()).isEqualTo(rowGroups.subList(0, 14));
    assertThat(parts.edges()).isEqualTo(rowGroups.subList(14, 15));
    assertThat(parts.sparedBlocks()).isEqualTo(14);

    ScanParts both = ScanParts.of(rowGroups.subList(0, 8), COLUMNS, PREDICATES, positions(0, 1));
    assertThat(both.spared()).isEqualTo(positions(0, 1));
    assertThat(both.inside()).isEqualTo(rowGroups.subList(0, 5));
    assertThat(both.sparedBlocks()).isEqualTo(10);
  }

  @Test
  void sparesNothingThatIsRead() {
    List<RowGroup> rowGroups = List.of(rowGroup(true, true), rowGroup(true, true));
    ScanParts parts = ScanParts.of(rowGroups, COLUMNS, PREDICATES, positions());
    assertThat(parts.inside()).isEmpty();
    assertThat(parts.edges()).isEqualTo(rowGroups);
    assertThat(parts.sparedBlocks()).isZero();
    assertThat(ScanParts.of(List.of(), COLUMNS, PREDICATES, positions(0, 1)).sparedBlocks())
        .isZero();
  }
}
