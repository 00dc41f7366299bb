package dev.paceline.calcite.plan;

import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.type.DataType;
import java.util.BitSet;
import java.util.List;

/** Something to plan a scan of, that is never scanned. */
record EmptyScanTarget(String name, long rowCount, List<DataType> columnTypes)
    implements ScanTarget {
  @Override
  public ChunkSource openScan(int[] columns, List<ScanPredicate> predicates, BitSet onlyTested) {
    throw new UnsupportedOperationException(name + " has no rows");
  }
}
