package dev.paceline.benchmarks.variants;

import dev.paceline.datasets.GeneratedTable;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.SplittableRandom;

/** A table of TPC-H whose rows a variant changes. */
record VariantTable(GeneratedTable original, DataVariant variant, long seed)
    implements GeneratedTable {

  @Override
  public TableDefinition definition() {
    TableDefinition definition = original.definition();
    if (variant != DataVariant.NULLS) {
      return definition;
    }
    return new TableDefinition(
        definition.name(),
        definition.columns().stream()
            .map(column -> new ColumnDefinition(column.name(), column.type(), true))
            .toList());
  }

  @Override
  public long expectedRows(double scaleFactor) {
    return original.expectedRows(scaleFactor) + (variant == DataVariant.OUTLIERS ? 1 : 0);
  }

  /** All rows are in the first part: what happens to one depends on those before. */
  @Override
  public Rows rows(double scaleFactor, int part, int partCount) {
    if (part > 1) {
      return sink -> false;
    }
    TableDefinition table = original.definition();
    SplittableRandom random = new SplittableRandom(31 * seed + table.name().hashCode());
    return switch (variant) {
      case ORIGINAL -> original.rows(scaleFactor, 1, 1);
      case SHUFFLED -> new ShuffledRows(original, scaleFactor, random);
      case SKEWED -> changed(scaleFactor, new SkewedColumns(table, scaleFactor, random)::change);
      case NULLS -> changed(scaleFactor, row -> ColumnChanges.addNulls(table, row, random));
      case NEGATIVE -> changed(scaleFactor, row -> ColumnChanges.shiftKeys(table, row));
      case OUTLIERS -> withOutlier(scaleFactor);
    };
  }

  @FunctionalInterface
  private interface RowChange {
    void apply(BufferedRow row);
  }

  private Rows changed(double scaleFactor, RowChange change) {
    Rows rows = original.rows(scaleFactor, 1, 1);
    BufferedRow row = new BufferedRow(original.definition());
    return sink -> {
      if (!rows.next(row)) {
        return false;
      }
      change.apply(row);
      row.writeTo(sink);
      return true;
    };
  }

  /** The outlier is the first row, a copy of the second in all texts. */
  private Rows withOutlier(double scaleFactor) {
    Rows rows = original.rows(scaleFactor, 1, 1);
    BufferedRow outlier = new BufferedRow(original.definition());
    if (original.rows(scaleFactor, 1, 1).next(outlier)) {
      ColumnChanges.moveOut(original.definition(), outlier);
    }
    boolean[] written = new boolean[1];
    return sink -> {
      if (written[0]) {
        return rows.next(sink);
      }
      written[0] = true;
      outlier.writeTo(sink);
      return true;
    };
  }
}
