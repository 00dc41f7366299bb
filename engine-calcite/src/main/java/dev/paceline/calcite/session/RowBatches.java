package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.engine.RunningQuery;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.QueryCounters;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gathers rows of objects into batches: for what does not come from the engine as vectors, such as
 * the catalog's answers. Its memory is in the engine's ledger.
 */
public final class RowBatches implements RunningQuery {
  private final Rows rows;
  private final int batchRows;
  private final MemoryScope memory;
  private final ColumnVector[] columns;
  private final Batch batch;
  private final QueryCounters counters = new QueryCounters();
  private @Nullable PacelineException failure;
  private boolean ended;

  /** Rows, one after the other. One thread pulls; any may cancel. */
  public interface Rows extends AutoCloseable {
    /**
     * @return null at the end; else Boolean, Long, BigDecimal of the type's scale, Double or byte[]
     *     a column, null for NULL
     */
    @Nullable Object @Nullable [] next();

    /** Asks {@link #next} to fail soon. */
    default void cancel() {}

    @Override
    default void close() {}
  }

  /** Takes over {@code rows}, which it closes in the end. */
  public RowBatches(List<DataType> types, Rows rows, EngineInstance instance) {
    this.rows = rows;
    this.batchRows = instance.engine().options().batchRows();
    this.memory = instance.engine().ledger().openScope("rows of a result");
    this.columns =
        types.stream().map(type -> new ColumnVector(type, memory)).toArray(ColumnVector[]::new);
    this.batch = new Batch(columns);
  }

  /** Rows that are in memory already. */
  public static RowBatches of(
      List<DataType> types, List<@Nullable Object[]> rows, EngineInstance instance) {
    Iterator<@Nullable Object[]> iterator = rows.iterator();
    return new RowBatches(types, () -> iterator.hasNext() ? iterator.next() : null, instance);
  }

  @Override
  public @Nullable Batch nextBatch() {
    if (failure != null) {
      throw failure;
    }
    if (ended) {
      return null;
    }
    try {
      List<@Nullable Object[]> gathered = new ArrayList<>();
      while (gathered.size() < batchRows) {
        Object[] row = rows.next();
        if (row == null) {
          ended = true;
          break;
        }
        gathered.add(row);
      }
      if (gathered.isEmpty()) {
        return null;
      }
      for (int i = 0; i < columns.length; i++) {
        fill(columns[i], gathered, i);
      }
      return batch.set(gathered.size(), null);
    } catch (PacelineException e) {
      failure = e;
      throw e;
    }
  }

  private static void fill(ColumnVector vector, List<@Nullable Object[]> rows, int column) {
    int count = rows.size();
    switch (vector.type().family()) {
      case BOOLEAN -> {
        MemorySegment bits = vector.scratch(Bitmaps.bytes(count)).fill((byte) 0);
        for (int i = 0; i < count; i++) {
          if (rows.get(i)[column] instanceof Boolean flag && flag) {
            setBit(bits, i);
          }
        }
        vector.setBits(bits, 0);
      }
      case FLOATING -> {
        MemorySegment doubles = vector.scratch(8L * count);
        for (int i = 0; i < count; i++) {
          double value = rows.get(i)[column] instanceof Double number ? number : 0;
          doubles.set(ValueLayout.JAVA_DOUBLE, 8L * i, value);
        }
        vector.setDoubles(doubles, 0);
      }
      case INTEGRAL -> fillIntegers(vector, rows, column);
      case BYTES -> fillBytes(vector, rows, column);
    }
    fillNulls(vector, rows, column);
  }

  private static void fillIntegers(ColumnVector vector, List<@Nullable Object[]> rows, int column) {
    int count = rows.size();
    boolean wide = !vector.type().fitsLong();
    MemorySegment lanes = vector.scratch((wide ? 16L : 8L) * count);
    for (int i = 0; i < count; i++) {
      Object value = rows.get(i)[column];
      if (wide) {
        BigInteger number =
            value instanceof BigDecimal decimal ? decimal.unscaledValue() : BigInteger.ZERO;
        if (number.bitLength() > 127) {
          throw new PacelineException(
              ErrorCode.NUMERIC_OVERFLOW, value + " does not fit " + vector.type());
        }
        lanes.set(ValueLayout.JAVA_LONG, 16L * i, number.longValue());
        lanes.set(ValueLayout.JAVA_LONG, 16L * i + 8, number.shiftRight(64).longValue());
      } else {
        long number =
            switch (value) {
              case Long integer -> integer;
              case BigDecimal decimal -> decimal.unscaledValue().longValueExact();
              case null, default -> 0;
            };
        lanes.set(ValueLayout.JAVA_LONG, 8L * i, number);
      }
    }
    if (wide) {
      vector.setInt128s(lanes, 0);
    } else {
      vector.setLongs(lanes, 0);
    }
  }

  private static void fillBytes(ColumnVector vector, List<@Nullable Object[]> rows, int column) {
    int count = rows.size();
    MemorySegment views = vector.scratch(8L * count);
    long used = 0;
    MemorySegment heap = vector.heapScratch(64, 0);
    for (int i = 0; i < count; i++) {
      byte[] value = rows.get(i)[column] instanceof byte[] bytes ? bytes : new byte[0];
      if (value.length > StringView.MAX_LENGTH) {
        throw new PacelineException(
            ErrorCode.STRING_TOO_LONG,
            "a text of "
                + value.length
                + " bytes is longer than the limit of "
                + StringView.MAX_LENGTH);
      }
      heap = vector.heapScratch(used + value.length, used);
      MemorySegment.copy(value, 0, heap, ValueLayout.JAVA_BYTE, used, value.length);
      views.set(ValueLayout.JAVA_LONG, 8L * i, StringView.of(used, value.length));
      used += value.length;
    }
    vector.setViews(views, 0, heap);
  }

  private static void fillNulls(ColumnVector vector, List<@Nullable Object[]> rows, int column) {
    MemorySegment nulls = null;
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i)[column] == null) {
        if (nulls == null) {
          nulls = vector.nullScratch(rows.size()).fill((byte) 0);
        }
        setBit(nulls, i);
      }
    }
    if (nulls != null) {
      vector.setNulls(nulls, 0);
    }
  }

  private static void setBit(MemorySegment bits, int row) {
    long offset = (long) (row >> 6) << 3;
    long word = bits.get(ValueLayout.JAVA_LONG, offset);
    bits.set(ValueLayout.JAVA_LONG, offset, word | 1L << row);
  }

  @Override
  public void cancel() {
    rows.cancel();
  }

  /** Returns counters that stay at zero: engine queries below count for themselves. */
  @Override
  public QueryCounters counters() {
    return counters;
  }

  @Override
  public double progress() {
    return ended ? 1 : 0;
  }

  @Override
  public void close() {
    ended = true;
    try {
      rows.close();
    } finally {
      memory.close();
    }
  }
}
