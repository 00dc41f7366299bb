package dev.paceline.calcite.lower;

import dev.paceline.calcite.rel.PacelineAggregate;
import dev.paceline.calcite.rel.PacelineHashJoin;
import dev.paceline.calcite.rel.PacelineNestedLoopJoin;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.rel.PacelineSetOperation;
import dev.paceline.calcite.rel.PacelineShared;
import dev.paceline.calcite.rel.PacelineSort;
import dev.paceline.calcite.rel.PacelineWindow;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.operator.spill.PartitionedRows;
import dev.paceline.core.sched.admission.ResourceMap;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;

/**
 * The memory that a physical plan needs by the planner's estimates of rows: the state of all
 * operators that keep rows, as if all of them were there at once (Quickstep §2.12: temporaries and
 * hash tables). An upper bound if the estimates hold, for most operators give back before others
 * begin.
 */
public final class ResourceEstimate {
  /** A lane, and a share of the bitmap of NULLs. */
  private static final int VALUE_BYTES = 9;

  private static final int TEXT_BYTES = 24;
  private static final int WIDE_DECIMAL_BYTES = 16;

  /** A hash table that is at least half full: hash and row number. */
  private static final int ENTRY_BYTES = 16;

  /** Rows are collected by worker, then combined. */
  private static final int COLLECTED_COPIES = 2;

  /** Bytes per row of an entry that a sort keeps. */
  private static final int SORT_ENTRY_BYTES = 20;

  /** The approximate bytes that a window function keeps per row. */
  private static final int WINDOW_ENTRY_BYTES = 16;

  /** More than any machine has, and far from an overflow of sums. */
  private static final double MOST_BYTES = 1L << 50;

  private final int workers;
  private double leastBytes;
  private double mostBytes;

  private ResourceEstimate(int workers) {
    this.workers = workers;
  }

  /**
   * The needs of a plan.
   *
   * @param rel the plan, or a part of it; operators that are not the engine's count nothing
   * @param workers of the engine
   */
  public static ResourceMap of(RelNode rel, int workers) {
    ResourceEstimate estimate = new ResourceEstimate(workers);
    estimate.add(rel);
    long most = (long) Math.min(MOST_BYTES, estimate.mostBytes);
    return new ResourceMap(workers, (long) Math.min(most, estimate.leastBytes), most);
  }

  private void add(RelNode rel) {
    rel.getInputs().forEach(this::add);
    switch (rel) {
      case PacelineHashJoin join -> {
        PacelineRel build = join.input(join.buildLeft() ? 0 : 1);
        addState(build.rows() * (COLLECTED_COPIES * width(build) + ENTRY_BYTES));
      }
      case PacelineNestedLoopJoin join ->
          addState(join.input(1).rows() * COLLECTED_COPIES * width(join.input(1)));
      case PacelineAggregate aggregate -> addState(tableBytes(aggregate));
      case PacelineShared shared when !shared.getInputs().isEmpty() ->
          addState(shared.rows() * COLLECTED_COPIES * width(shared));
      case PacelineSetOperation operation -> addState(tableBytes(operation.input(0)));
      case PacelineSort sort when !sort.getCollation().getFieldCollations().isEmpty() -> {
        double rows = sort.fetch == null ? sort.input(0).rows() : sort.rows();
        addState(rows * (COLLECTED_COPIES * width(sort) + SORT_ENTRY_BYTES));
      }
      case PacelineWindow window -> {
        double rowBytes =
            COLLECTED_COPIES * width(window.input(0))
                + SORT_ENTRY_BYTES
                + WINDOW_ENTRY_BYTES * window.calls().size();
        addState(window.rows() * rowBytes);
      }
      default -> {}
    }
  }

  /**
   * Returns the estimated bytes of a hash table with one row per row of an expression, on all
   * workers that build one.
   */
  private double tableBytes(PacelineRel rel) {
    return rel.rows() * COLLECTED_COPIES * (width(rel) + ENTRY_BYTES);
  }

  private void addState(double bytes) {
    mostBytes += bytes;
    leastBytes += Math.min(bytes, (double) workers * PartitionedRows.WRITER_BYTES);
  }

  private static int width(RelNode rel) {
    int bytes = 0;
    for (RelDataTypeField field : rel.getRowType().getFieldList()) {
      DataType type = TypeMapping.toDataType(field.getType());
      bytes +=
          type.family() == TypeFamily.BYTES
              ? TEXT_BYTES
              : type.fitsLong() ? VALUE_BYTES : WIDE_DECIMAL_BYTES;
    }
    return bytes;
  }
}
