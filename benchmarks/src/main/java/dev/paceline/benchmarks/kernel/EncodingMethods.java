package dev.paceline.benchmarks.kernel;

import static dev.paceline.benchmarks.kernel.KernelTrial.ROWS;

import dev.paceline.benchmarks.kernel.KernelTrial.BatchCall;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.Selection;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.scan.ChunkFilter;
import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.encoding.EncodedColumn;
import dev.paceline.storage.encoding.EncodingChooser;
import dev.paceline.storage.encoding.profile.ColumnValues;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Columns of a full row group: encoding them, and reading and filtering what was encoded. */
final class EncodingMethods {
  private static final int GROUP_ROWS = 1 << 17;
  private static final String FAMILY = "encoding";

  static final List<KernelMethod> ALL =
      List.of(
          of("encode", trial -> new Column(trial).encode()).rowsPerRun(GROUP_ROWS),
          of("read", trial -> new Column(trial).read()),
          of("select", trial -> new Column(trial).select()),
          of("filter", trial -> new Column(trial).filter()));

  private EncodingMethods() {}

  private static KernelMethod of(String name, KernelMethod.Preparation preparation) {
    return KernelMethod.single(FAMILY, name, preparation)
        .with("shape", (Object[]) EncodedShape.values())
        .with("rows", GROUP_ROWS);
  }

  /** A column of some shape, as values and as a block. */
  private static final class Column {
    private final KernelTrial trial;
    private final EncodedShape shape;
    private final EncodingChooser chooser;
    private final ColumnValues values;
    private final MemorySegment block;
    private final EncodedColumn column;
    private final ColumnVector vector;

    Column(KernelTrial trial) {
      this.trial = trial;
      shape = EncodedShape.valueOf(trial.text("shape"));
      int rows = trial.number("rows");
      trial.walk(rows);
      values = shape.values(trial.scope(), rows);
      chooser = shape.chooser();
      EncodingChooser.Choice choice = chooser.choose(values);
      block = trial.scope().allocate(choice.bytes());
      column = EncodedColumn.open(choice.write(block).segment());
      vector = new ColumnVector(values.type(), trial.scope());
      Class<?> encoding = column.getClass().getEnclosingClass();
      if (!encoding.getSimpleName().equals(shape.encoding())) {
        throw new AssertionError(shape + " has another encoding: " + encoding);
      }
    }

    /** Profiles the values, chooses an encoding, and writes. */
    BatchCall encode() {
      return row -> chooser.choose(values).write(block).rowCount();
    }

    /** Reads batches; whole numbers end as longs, as a sum or an exact result needs them. */
    BatchCall read() {
      MemorySegment longs = trial.target(Long.BYTES);
      return trial.checkedRows(
          row -> {
            column.read((int) row, ROWS, vector);
            if (vector.form() == Form.FLAT
                && values.type().family() == TypeFamily.INTEGRAL
                && vector.width() <= Long.BYTES) {
              DecodeKernels.fastest().widen(vector, ROWS, longs);
            }
          },
          (row, i) -> shape.equal(values, (int) row + i, vector, i));
    }

    /** Reads a tenth of the rows. */
    BatchCall select() {
      Selection selection = new Selection(trial.scope(), ROWS);
      MemorySegment bits = Lanes.bitmap(trial.scope(), ROWS, 0.1, 3);
      MemorySegment.copy(bits, 0, selection.bitmap(), 0, ROWS / Byte.SIZE);
      selection.update(ROWS);
      return trial.checkedBatches(
          row -> {
            column.read((int) row, selection, vector);
            return 0;
          },
          row -> {
            int next = 0;
            boolean isRight = true;
            for (int i = 0; i < ROWS; i++) {
              if (selection.isSelected(i)) {
                isRight &= shape.equal(values, (int) row + i, vector, next++);
              }
            }
            return isRight;
          });
    }

    /** Evaluates a predicate that is true for about a tenth of the rows. */
    BatchCall filter() {
      MemorySegment bitmap = trial.bitmap();
      ChunkFilter filter =
          column.filter(shape.predicate(), new ColumnVector(values.type(), trial.scope()));
      boolean some = filter.outcome() == Outcome.SOME_MATCH;
      return trial.checkedRows(
          row -> {
            if (some) {
              bitmap.fill((byte) -1);
              filter.narrow((int) row, ROWS, bitmap);
            }
          },
          (row, i) ->
              shape.matches(values, (int) row + i)
                  == (some ? Bitmaps.get(bitmap, 0, i) : filter.outcome() == Outcome.ALL_MATCH));
    }
  }
}
