package dev.paceline.storage.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.block.ColumnBlockLayout;
import dev.paceline.storage.encoding.profile.ColumnValues;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever happens to the bytes of a block, it is refused, or read without leaving its memory. */
@ExtendWith(LedgerExtension.class)
class DamagedBlockTest {
  private static final long SEED = 99;

  @Test
  void shouldRefuseOrSafelyReadDamagedBlocks(MemoryLedger ledger) {
    Random random = new Random(SEED);
    int refused = 0;
    int read = 0;
    try (MemoryScope scope = ledger.openScope("test")) {
      Object[][] columns = {
        {DataType.INT32, (IntFunction<Object>) row -> (long) row % 100, 2},
        {DataType.INT64, (IntFunction<Object>) row -> row * 10_000_019L, 2},
        {DataType.FLOAT64, (IntFunction<Object>) row -> row / 7.0, 3},
        {DataType.BOOLEAN, (IntFunction<Object>) row -> row % 3 == 0, 4},
        {DataType.VARCHAR, (IntFunction<Object>) row -> "s" + row % 40, 5},
        {DataType.VARCHAR, (IntFunction<Object>) row -> "string " + row, 6},
        {DataType.VARCHAR, (IntFunction<Object>) row -> "same", 1},
        {DataType.INT16, (IntFunction<Object>) row -> 3L, 2},
        {DataType.INT64, (IntFunction<Object>) row -> coprime(row / 100), 8},
        {DataType.FLOAT64, (IntFunction<Object>) row -> row / 60 / 7.0, 8},
        {DataType.INT64, (IntFunction<Object>) row -> coprime(row * 7 % 11), 7},
        {DataType.FLOAT64, (IntFunction<Object>) row -> row * 7 % 11 / 7.0, 7},
        {
          DataType.VARCHAR,
          (IntFunction<Object>) row -> "quickly final deposits ".repeat(4) + row,
          9
        },
      };
      for (Object[] column : columns) {
        @SuppressWarnings("unchecked")
        MemorySegment block = encode((DataType) column[0], (IntFunction<Object>) column[1], scope);
        assertThat(EncodedColumn.open(block).block().encoding())
            .isEqualTo(((Integer) column[2]).byteValue());
        MemorySegment damaged = scope.allocate(block.byteSize());
        for (int round = 0; round < 1500; round++) {
          MemorySegment.copy(block, 0, damaged, 0, block.byteSize());
          damage(damaged, block.byteSize(), random);
          EncodedColumn opened;
          try {
            opened = EncodedColumn.open(damaged.asSlice(0, block.byteSize()));
          } catch (PacelineException e) {
            short version = damaged.get(ValueLayout.JAVA_SHORT, ColumnBlockLayout.VERSION_OFFSET);
            assertThat(e.code())
                .isEqualTo(
                    version > ColumnBlockLayout.VERSION
                            && damaged.get(ValueLayout.JAVA_INT, ColumnBlockLayout.MAGIC_OFFSET)
                                == ColumnBlockLayout.MAGIC
                        ? ErrorCode.NOT_SUPPORTED
                        : ErrorCode.CORRUPT_DATA);
            refused++;
            continue;
          }
          readAll(opened, scope, round);
          read++;
        }
      }
    }
    assertThat(refused).isPositive();
    assertThat(read).isPositive();
  }

  /** Numbers far apart, without a common divisor. */
  private static long coprime(int number) {
    return number * (1_000_000_000_007L + number);
  }

  private static MemorySegment encode(DataType type, IntFunction<Object> value, MemoryScope scope) {
    int rows = 500;
    @Nullable Object[] values = new Object[rows];
    for (int row = 0; row < rows; row++) {
      values[row] = row % 11 == 5 && !value.apply(row).equals("same") ? null : value.apply(row);
    }
    ColumnVector vector = new Vectors(scope).of(type, values);
    MemorySegment lanes = scope.allocateZeroed(8L * rows);
    MemorySegment nulls = scope.allocateZeroed(Bitmaps.bytes(rows));
    int nullCount = 0;
    for (int row = 0; row < rows; row++) {
      if (vector.isNull(row)) {
        Bitmaps.set(nulls, 0, row);
        nullCount++;
        continue;
      }
      long lane =
          switch (type.family()) {
            case BOOLEAN -> vector.getBoolean(row) ? 1 : 0;
            case INTEGRAL -> vector.getLong(row);
            case FLOATING -> Double.doubleToRawLongBits(vector.getDouble(row));
            case BYTES -> vector.getView(row);
          };
      lanes.set(ValueLayout.JAVA_LONG, 8L * row, lane);
    }
    MemorySegment heap = vector.heap();
    EncodingChooser.Choice choice =
        new EncodingChooser(true)
            .choose(
                new ColumnValues(type, rows, nullCount, lanes, null, heap, heap.byteSize(), nulls));
    MemorySegment block = scope.allocate(choice.bytes()).fill((byte) 0xff);
    MemorySegment other = scope.allocateZeroed(choice.bytes());
    MemorySegment written = choice.write(block).segment();
    assertThat(written.mismatch(choice.write(other).segment()))
        .as("%s: the bytes of a block depend on what the memory had before", type)
        .isEqualTo(-1);
    return written;
  }

  private static void damage(MemorySegment block, long length, Random random) {
    for (int i = 0; i <= random.nextInt(3); i++) {
      boolean header = random.nextInt(3) > 0;
      long at = random.nextLong(header ? ColumnBlockLayout.HEADER_LENGTH : length);
      switch (random.nextInt(4)) {
        case 0 -> block.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
        case 1 ->
            block.set(
                ValueLayout.JAVA_BYTE,
                at,
                (byte) (1 << random.nextInt(8) ^ block.get(ValueLayout.JAVA_BYTE, at)));
        case 2 -> block.set(ValueLayout.JAVA_LONG, at & -8, random.nextLong());
        default -> block.set(ValueLayout.JAVA_LONG, at & -8, random.nextLong(length) & -64);
      }
    }
  }

  private static void readAll(EncodedColumn column, MemoryScope scope, int round) {
    int rows = column.block().rowCount();
    ColumnVector vector = new ColumnVector(column.type(), scope);
    Selection selection = new Selection(scope, 2048);
    try {
      for (int row = 0; row < rows; row += 2047) {
        int count = Math.min(2047, rows - row);
        column.read(row, count, vector);
        touch(vector, count);
        selection.selectAll(count);
        Bitmaps.clear(selection.bitmap(), 0, 0);
        selection.update(count);
        column.read(row, selection, vector);
        touch(vector, selection.count());
      }
    } catch (RuntimeException e) {
      fail("round " + round + ", seed " + SEED + ", " + column.type(), e);
    }
  }

  private static void touch(ColumnVector vector, int rows) {
    for (int row = 0; row < rows; row++) {
      if (!vector.isNull(row)) {
        vector.getObject(row);
      }
    }
  }
}
