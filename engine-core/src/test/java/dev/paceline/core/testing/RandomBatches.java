package dev.paceline.core.testing;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts boxed rows into batches whose vectors have random forms: affine lanes of all widths with and
 * without bounds, dictionaries, constants, 128-bit lanes; with rows between them that are not
 * selected.
 */
public final class RandomBatches {
  private final List<DataType> types;
  private final Random random;
  private final MemoryScope scope;
  private final Vectors vectors;

  public RandomBatches(List<DataType> types, Random random, MemoryScope scope) {
    this.types = types;
    this.random = random;
    this.scope = scope;
    this.vectors = new Vectors(scope);
  }

  /** Passes all rows on, in order, in batches of at most {@code batchRows} rows. */
  public void forEach(List<@Nullable Object[]> rows, int batchRows, Consumer<Batch> consumer) {
    int at = 0;
    while (at < rows.size()) {
      boolean selective = batchRows > 1 && random.nextInt(3) == 0;
      List<@Nullable Object[]> physical = new ArrayList<>();
      List<Boolean> wanted = new ArrayList<>();
      int selected = 0;
      while (physical.size() < batchRows && at < rows.size()) {
        boolean counts = !selective || random.nextBoolean();
        physical.add(counts ? rows.get(at) : rows.get(random.nextInt(rows.size())));
        wanted.add(counts);
        if (counts) {
          at++;
          selected++;
        }
      }
      if (selected > 0) {
        consumer.accept(batch(physical, wanted, selected));
      }
    }
  }

  private Batch batch(List<@Nullable Object[]> rows, List<Boolean> wanted, int selected) {
    ColumnVector[] columns = new ColumnVector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      @Nullable Object[] values = new Object[rows.size()];
      for (int row = 0; row < values.length; row++) {
        values[row] = rows.get(row)[i];
      }
      columns[i] = vector(types.get(i), values);
    }
    Selection selection = null;
    if (selected < rows.size()) {
      selection = new Selection(scope, rows.size());
      Bitmaps.zero(selection.bitmap(), 0, rows.size());
      for (int row = 0; row < rows.size(); row++) {
        if (wanted.get(row)) {
          Bitmaps.set(selection.bitmap(), 0, row);
        }
      }
      selection.update(rows.size());
    }
    return new Batch(columns).set(rows.size(), selection);
  }

  /** A vector of the values in some form that can hold them. */
  public ColumnVector vector(DataType type, @Nullable Object[] values) {
    boolean same = true;
    for (Object value : values) {
      same &= Objects.equals(value, values[0]);
    }
    if (same && random.nextInt(4) > 0) {
      return vectors.constant(type, values[0]);
    }
    return switch (type.family()) {
      case BYTES -> {
        int kind = random.nextInt(4);
        yield kind == 0 || values.length > 300
            ? vectors.of(type, values)
            : vectors.dictionary(
                type,
                values.length > 100 ? 2 : 1 << random.nextInt(3),
                random.nextBoolean(),
                values);
      }
      case INTEGRAL -> integral(type, values);
      default -> vectors.of(type, values);
    };
  }

  private ColumnVector integral(DataType type, @Nullable Object[] values) {
    BigInteger min = null;
    BigInteger max = null;
    for (Object value : values) {
      if (value != null) {
        BigInteger number = unscaled(value);
        min = min == null ? number : min.min(number);
        max = max == null ? number : max.max(number);
      }
    }
    if (min == null || min.bitLength() > 62 || max.bitLength() > 62 || random.nextInt(8) == 0) {
      return !type.fitsLong() && random.nextBoolean()
          ? vectors.int128s(type, values)
          : vectors.of(type, values);
    }
    long range = max.subtract(min).longValue();
    long least = min.longValue();
    int narrowest = range < 256 ? 1 : range < 65536 ? 2 : range < 1L << 32 ? 4 : 8;
    int width = Math.max(narrowest, 1 << random.nextInt(4));
    // Negative multipliers count down from the largest value.
    ColumnVector vector =
        width < 8 && random.nextInt(4) == 0
            ? vectors.affine(type, width, max.longValue(), -1, values)
            : vectors.affine(type, width, width == 8 ? 0 : least, 1, values);
    if (random.nextInt(3) == 0) {
      // The same without bounds.
      ColumnVector bare = new ColumnVector(type, scope);
      bare.setIntegers(
          vector.data(), vector.offset(), vector.width(), vector.base(), vector.multiplier());
      return bare.setNulls(vector.nulls(), vector.nullsOffset());
    }
    return vector;
  }

  /** An INTEGRAL value as its unscaled number. */
  public static BigInteger unscaled(Object value) {
    return switch (value) {
      case BigDecimal decimal -> decimal.unscaledValue();
      case BigInteger integer -> integer;
      default -> BigInteger.valueOf(((Number) value).longValue());
    };
  }
}
