package dev.paceline.benchmarks.kernel;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.Selection;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.scan.ChunkFilter;
import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.encoding.EncodedColumn;
import dev.paceline.storage.encoding.EncodingChooser;
import dev.paceline.storage.encoding.profile.ColumnValues;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Columns of a full row group: encoding them, and reading and filtering what was encoded. */
public class EncodingBenchmark extends KernelBenchmark {
  private static final int GROUP_ROWS = 1 << 17;

  /** A column of some shape, as values and as a block. */
  @State(Scope.Thread)
  public static class Column extends BatchState {
    @Param private EncodedShape shape;

    /** Fewer only in a run that only checks. */
    @Param("" + GROUP_ROWS)
    private int rows;

    private EncodingChooser chooser;
    private ColumnValues values;
    private MemorySegment block;
    private EncodedColumn column;
    private ColumnVector vector;
    private MemorySegment longs;
    private Selection selection;
    private MemorySegment bitmap;
    private ChunkFilter filter;

    @Setup
    public void fill() {
      walk(rows);
      values = shape.values(scope, rows);
      chooser = shape.chooser();
      EncodingChooser.Choice choice = chooser.choose(values);
      block = scope.allocate(choice.bytes());
      column = EncodedColumn.open(choice.write(block).segment());
      Class<?> encoding = column.getClass().getEnclosingClass();
      check(encoding.getSimpleName().equals(shape.encoding()), "encoding " + encoding, 0);
      vector = new ColumnVector(values.type(), scope);
      longs = scope.allocate((long) ROWS * Long.BYTES);
      selection = new Selection(scope, ROWS);
      MemorySegment.copy(
          Lanes.bitmap(scope, ROWS, 0.1, 3), 0, selection.bitmap(), 0, ROWS / Byte.SIZE);
      selection.update(ROWS);
      bitmap = scope.allocate(Bitmaps.bytes(ROWS));
      filter = column.filter(shape.predicate(), new ColumnVector(values.type(), scope));
      for (int row = 0; row < checkedRows(); row += ROWS) {
        checkBatch(row);
      }
    }

    private void checkBatch(int row) {
      read(row);
      for (int i = 0; i < ROWS; i++) {
        check(shape.equal(values, row + i, vector, i), "value", row + i);
      }
      select(row);
      int next = 0;
      for (int i = 0; i < ROWS; i++) {
        if (selection.isSelected(i)) {
          check(shape.equal(values, row + i, vector, next++), "selected value", row + i);
        }
      }
      filter(row);
      for (int i = 0; i < ROWS; i++) {
        boolean matches =
            filter.outcome() == Outcome.SOME_MATCH
                ? Bitmaps.get(bitmap, 0, i)
                : filter.outcome() == Outcome.ALL_MATCH;
        check(matches == shape.matches(values, row + i), "match", row + i);
      }
    }

    ColumnBlock encode() {
      return chooser.choose(values).write(block);
    }

    /** Whole numbers end as longs, as a sum or an exact result wants them. */
    void read(int row) {
      column.read(row, ROWS, vector);
      if (vector.form() == Form.FLAT
          && values.type().family() == TypeFamily.INTEGRAL
          && vector.width() <= Long.BYTES) {
        DecodeKernels.INSTANCE.widen(vector, ROWS, longs);
      }
    }

    void select(int row) {
      column.read(row, selection, vector);
    }

    void filter(int row) {
      if (filter.outcome() == Outcome.SOME_MATCH) {
        bitmap.fill((byte) -1);
        filter.narrow(row, ROWS, bitmap);
      }
    }
  }

  /** Profile, choice and writing. */
  @Benchmark
  @OperationsPerInvocation(GROUP_ROWS)
  public ColumnBlock encode(Column column) {
    return column.encode();
  }

  @Benchmark
  public ColumnVector read(Column column) {
    column.read((int) column.nextRow());
    return column.vector;
  }

  /** A tenth of the rows. */
  @Benchmark
  public ColumnVector select(Column column) {
    column.select((int) column.nextRow());
    return column.vector;
  }

  /** A predicate that about a tenth of the rows pass. */
  @Benchmark
  public void filter(Column column) {
    column.filter((int) column.nextRow());
  }
}
