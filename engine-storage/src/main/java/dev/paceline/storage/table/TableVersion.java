package dev.paceline.storage.table;

import java.util.List;

/** One state of a table. Immutable. */
record TableVersion(List<RowGroup> rowGroups, long rowCount) {
  TableVersion(List<RowGroup> rowGroups) {
    this(List.copyOf(rowGroups), rowGroups.stream().mapToLong(RowGroup::rowCount).sum());
  }
}
