package dev.paceline.core.column;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.memory.UnreadLanes;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column in one batch: a typed window on native memory that is re-pointed from
 * batch to batch.
 *
 * <p>What the memory means depends on the {@linkplain DataType#family family} of the type and the
 * {@link Form}:
 *
 * <table>
 * <caption>Lanes</caption>
 * <tr><td>INTEGRAL, FLAT<td>{@link #width} 1, 2 or 4: unsigned codes, value = {@link #base} + {@link #multiplier} × code
 *     (modulo 2⁶⁴); width 8: signed values with the same formula (base 0 and multiplier 1 unless it came from an affine
 *     computation); width 16: signed 128-bit values, low word first, base 0, multiplier 1
 * <tr><td>FLOATING, FLAT<td>doubles
 * <tr><td>BOOLEAN, FLAT<td>a bitmap, bit i of the little-endian words is row i; {@link #offset} is a multiple of 8
 * <tr><td>BYTES, FLAT<td>one {@link StringView} a row into {@link #heap}
 * <tr><td>BYTES, DICTIONARY<td>unsigned codes of {@link #width} 1, 2 or 4 into {@link #dictionary}
 * <tr><td>any, CONSTANT<td>no lanes; {@link #constantLong} and friends
 * </table>
 *
 * <p>NULLs are a bitmap of their own (bit set = NULL), absent when there are none; lanes under a
 * NULL hold any value (but dictionary codes stay below the size, and views inside the heap). Bits
 * behind the last row are undefined.
 *
 * <p>INTEGRAL vectors may carry {@linkplain #hasBounds bounds}: every non-NULL value lies between
 * {@link #min} and {@link #max}. Arithmetic uses them to prove that nothing overflows.
 *
 * <p>A vector owns no data except its {@linkplain #scratch scratch}. Not thread-safe: one worker
 * uses it.
 *
 * <p>The methods that read single rows are written so that the JIT compiles a loop over rows only
 * once. The JIT moves checks that do not depend on the row out of a loop, even if only some vectors
 * reach them. If a vector of another form or width fails such a check, the JIT discards the
 * compiled code and compiles the loop again. Therefore these methods contain no check that can fail
 * independently of the row: no branch throws, every vector has lanes and a dictionary, and the
 * width of a lane is a variable, so that the JIT cannot compute the bounds of all rows in advance.
 */
public final class ColumnVector {
  /** The dictionary of vectors that have none. */
  private static final Dictionary NO_DICTIONARY =
      new Dictionary(0, UnreadLanes.SEGMENT, 0, UnreadLanes.SEGMENT, true);

  private final DataType type;
  private final @Nullable MemoryScope scope;

  private Form form = Form.CONSTANT;
  private MemorySegment data = UnreadLanes.SEGMENT;
  private long offset;
  private int width = Long.BYTES;

  /** The binary logarithm of the bytes of a lane, for the access to single rows. */
  private int laneShift = Integer.numberOfTrailingZeros(Long.BYTES);

  private long base;
  private long multiplier = 1;
  private long high;
  private double constantDouble;
  private boolean constantNull = true;
  private boolean hasBounds;
  private long min;
  private long max;
  private @Nullable MemorySegment nulls;
  private long nullsOffset;
  private MemorySegment heap = MemorySegment.NULL;
  private Dictionary dictionary = NO_DICTIONARY;

  private @Nullable MemorySegment scratch;
  private @Nullable MemorySegment nullScratch;
  private @Nullable MemorySegment heapScratch;

  /**
   * A vector without memory of its own, to be pointed at others' memory; starts as the constant
   * NULL.
   */
  public ColumnVector(DataType type) {
    this(type, null);
  }

  /**
   * A vector that can also hold values of its own; starts as the constant NULL.
   *
   * @param scope where its scratch comes from
   */
  public ColumnVector(DataType type, @Nullable MemoryScope scope) {
    this.type = requireNonNull(type, "type");
    this.scope = scope;
  }

  public DataType type() {
    return type;
  }

  public Form form() {
    return form;
  }

  public boolean isConstant() {
    return form == Form.CONSTANT;
  }

  /** Lanes; of FLAT and DICTIONARY vectors. */
  public MemorySegment data() {
    return data;
  }

  /** Byte offset of row 0 in {@link #data}. */
  public long offset() {
    return offset;
  }

  /** Bytes a lane of an INTEGRAL or DICTIONARY vector. */
  public int width() {
    return width;
  }

  public long base() {
    return base;
  }

  public long multiplier() {
    return multiplier;
  }

  /** Whether an INTEGRAL vector's lanes are plain signed 64-bit values. */
  public boolean isPlainLong() {
    return form == Form.FLAT && width == 8 && base == 0 && multiplier == 1;
  }

  /** The bitmap of NULLs (bit set = NULL), or null when no row is NULL. Not for constants. */
  public @Nullable MemorySegment nulls() {
    return nulls;
  }

  /** Byte offset of the first word of {@link #nulls}, a multiple of 8; bit 0 is row 0. */
  public long nullsOffset() {
    return nullsOffset;
  }

  /** Whether some row may be NULL. */
  public boolean mayHaveNulls() {
    return form == Form.CONSTANT ? constantNull : nulls != null;
  }

  /** Returns the segment into which the views of a FLAT or CONSTANT vector of BYTES point. */
  public MemorySegment heap() {
    return heap;
  }

  /** The dictionary of a DICTIONARY vector. */
  public Dictionary dictionary() {
    return dictionary;
  }

  public boolean hasBounds() {
    return hasBounds;
  }

  public long min() {
    return min;
  }

  public long max() {
    return max;
  }

  /** Whether this is a constant NULL. */
  public boolean isConstantNull() {
    return form == Form.CONSTANT && constantNull;
  }

  /**
   * The value of an INTEGRAL constant (low word), the view of a BYTES constant, 0 or 1 for a
   * BOOLEAN one.
   */
  public long constantLong() {
    return base;
  }

  /** The high word of an INTEGRAL constant. */
  public long constantHigh() {
    return high;
  }

  public double constantDouble() {
    return constantDouble;
  }

  // Pointing at values. Each of these drops NULLs and bounds.

  /** INTEGRAL lanes of 1, 2, 4 or 8 bytes: value = base + multiplier × lane. */
  public ColumnVector setIntegers(
      MemorySegment data, long offset, int width, long base, long multiplier) {
    reset(Form.FLAT, data, offset);
    setWidth(width);
    this.base = base;
    this.multiplier = multiplier;
    return this;
  }

  /** Signed 64-bit INTEGRAL lanes. */
  public ColumnVector setLongs(MemorySegment data, long offset) {
    return setIntegers(data, offset, 8, 0, 1);
  }

  /** Signed 128-bit INTEGRAL lanes. */
  public ColumnVector setInt128s(MemorySegment data, long offset) {
    return setIntegers(data, offset, 16, 0, 1);
  }

  public ColumnVector setDoubles(MemorySegment data, long offset) {
    reset(Form.FLAT, data, offset);
    setWidth(8);
    return this;
  }

  /**
   * @param offset bytes, a multiple of 8
   */
  public ColumnVector setBits(MemorySegment data, long offset) {
    reset(Form.FLAT, data, offset);
    return this;
  }

  public ColumnVector setViews(MemorySegment views, long offset, MemorySegment heap) {
    reset(Form.FLAT, views, offset);
    setWidth(8);
    this.heap = heap;
    return this;
  }

  public ColumnVector setDictionary(
      MemorySegment codes, long offset, int width, Dictionary dictionary) {
    reset(Form.DICTIONARY, codes, offset);
    setWidth(width);
    this.dictionary = dictionary;
    return this;
  }

  public ColumnVector setConstantNull() {
    reset(Form.CONSTANT, UnreadLanes.SEGMENT, 0);
    constantNull = true;
    return this;
  }

  /** An INTEGRAL constant, with itself as bounds. */
  public ColumnVector setConstantLong(long value) {
    reset(Form.CONSTANT, UnreadLanes.SEGMENT, 0);
    base = value;
    high = value >> 63;
    setBounds(value, value);
    return this;
  }

  /** An INTEGRAL constant of 128 bits; has bounds if it fits 64. */
  public ColumnVector setConstantInt128(long high, long low) {
    reset(Form.CONSTANT, UnreadLanes.SEGMENT, 0);
    base = low;
    this.high = high;
    if (high == low >> 63) {
      setBounds(low, low);
    }
    return this;
  }

  public ColumnVector setConstantBoolean(boolean value) {
    reset(Form.CONSTANT, UnreadLanes.SEGMENT, 0);
    base = value ? 1 : 0;
    return this;
  }

  public ColumnVector setConstantDouble(double value) {
    reset(Form.CONSTANT, UnreadLanes.SEGMENT, 0);
    constantDouble = value;
    return this;
  }

  public ColumnVector setConstantView(MemorySegment heap, long view) {
    reset(Form.CONSTANT, UnreadLanes.SEGMENT, 0);
    this.heap = heap;
    base = view;
    return this;
  }

  /** Makes this a view of the same values as another vector of the same family; the type stays. */
  public ColumnVector pointTo(ColumnVector other) {
    form = other.form;
    data = other.data;
    offset = other.offset;
    width = other.width;
    laneShift = other.laneShift;
    base = other.base;
    multiplier = other.multiplier;
    high = other.high;
    constantDouble = other.constantDouble;
    constantNull = other.constantNull;
    hasBounds = other.hasBounds;
    min = other.min;
    max = other.max;
    nulls = other.nulls;
    nullsOffset = other.nullsOffset;
    heap = other.heap;
    dictionary = other.dictionary;
    return this;
  }

  /** Says which rows of a FLAT or DICTIONARY vector are NULL; null means none. */
  public ColumnVector setNulls(@Nullable MemorySegment nulls, long nullsOffset) {
    this.nulls = nulls;
    this.nullsOffset = nullsOffset;
    return this;
  }

  /** Promises that every non-NULL value lies in [min, max]. */
  public ColumnVector setBounds(long min, long max) {
    this.hasBounds = true;
    this.min = min;
    this.max = max;
    return this;
  }

  // Memory of its own, reused from batch to batch; grows as needed and then loses its contents.

  /** Returns memory of this vector for lanes, of at least {@code bytes} bytes. */
  public MemorySegment scratch(long bytes) {
    MemorySegment current = scratch;
    if (current == null || current.byteSize() < bytes) {
      scratch = null;
      current = grow(current, bytes);
      scratch = current;
    }
    return current;
  }

  /** Own memory for a bitmap of NULLs of {@code rows} rows; contents undefined. */
  public MemorySegment nullScratch(int rows) {
    long bytes = Bitmaps.bytes(rows);
    MemorySegment current = nullScratch;
    if (current == null || current.byteSize() < bytes) {
      nullScratch = null;
      current = grow(current, bytes);
      nullScratch = current;
    }
    return current;
  }

  /**
   * At least {@code bytes} of own memory for string bytes; keeps the first {@code keep} bytes when
   * it grows.
   */
  public MemorySegment heapScratch(long bytes, long keep) {
    MemorySegment current = heapScratch;
    if (current == null || current.byteSize() < bytes) {
      MemoryScope owner = requireNonNull(scope, "a vector without a scope has no scratch");
      MemorySegment grown =
          owner.allocate(Math.max(bytes, current == null ? 0 : 2 * current.byteSize()));
      if (current != null) {
        MemorySegment.copy(current, 0, grown, 0, keep);
        owner.release(current);
      }
      heapScratch = grown;
      return grown;
    }
    return current;
  }

  /** Bytes of its own memory. */
  long scratchBytes() {
    return bytes(scratch) + bytes(nullScratch) + bytes(heapScratch);
  }

  private static long bytes(@Nullable MemorySegment segment) {
    return segment == null ? 0 : segment.byteSize();
  }

  /** Callers have let go of the current memory before: without new memory there is none. */
  private MemorySegment grow(@Nullable MemorySegment current, long bytes) {
    MemoryScope owner = requireNonNull(scope, "a vector without a scope has no scratch");
    if (current != null) {
      owner.release(current);
    }
    return owner.allocate(bytes);
  }

  // Row-wise access, for results, tests and rare paths; never for hot loops.

  /** The position of a row's lane. */
  private long lane(int row) {
    return offset + ((long) row << laneShift);
  }

  public boolean isNull(int row) {
    if (form == Form.CONSTANT) {
      return constantNull;
    }
    MemorySegment bitmap = nulls;
    return bitmap != null && Bitmaps.get(bitmap, nullsOffset, row);
  }

  /** The low 64 bits of an INTEGRAL value; the value itself if it fits. */
  public long getLong(int row) {
    if (form == Form.CONSTANT) {
      return base;
    }
    return switch (width) {
      case 1 -> base + multiplier * (data.get(ValueLayout.JAVA_BYTE, lane(row)) & 0xff);
      case 2 ->
          base + multiplier * (data.get(ValueLayout.JAVA_SHORT_UNALIGNED, lane(row)) & 0xffff);
      case 4 ->
          base + multiplier * (data.get(ValueLayout.JAVA_INT_UNALIGNED, lane(row)) & 0xffff_ffffL);
      case 8 -> base + multiplier * data.get(ValueLayout.JAVA_LONG_UNALIGNED, lane(row));
      default -> data.get(ValueLayout.JAVA_LONG_UNALIGNED, lane(row)); // the low word of 16 bytes
    };
  }

  /** The high 64 bits of an INTEGRAL value as a 128-bit number. */
  public long getHigh(int row) {
    if (form == Form.CONSTANT) {
      return high;
    }
    return width == 16
        ? data.get(ValueLayout.JAVA_LONG_UNALIGNED, lane(row) + 8)
        : getLong(row) >> 63;
  }

  public double getDouble(int row) {
    return form == Form.CONSTANT
        ? constantDouble
        : data.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, lane(row));
  }

  public boolean getBoolean(int row) {
    return form == Form.CONSTANT ? base != 0 : Bitmaps.get(data, offset, row);
  }

  /** The dictionary code of a row of a DICTIONARY vector. */
  public int getCode(int row) {
    return switch (width) {
      case 1 -> data.get(ValueLayout.JAVA_BYTE, lane(row)) & 0xff;
      case 2 -> data.get(ValueLayout.JAVA_SHORT_UNALIGNED, lane(row)) & 0xffff;
      default -> data.get(ValueLayout.JAVA_INT_UNALIGNED, lane(row));
    };
  }

  /** The view of a BYTES value, into {@link #valueHeap}. */
  public long getView(int row) {
    return switch (form) {
      case CONSTANT -> base;
      case FLAT -> data.get(ValueLayout.JAVA_LONG_UNALIGNED, lane(row));
      case DICTIONARY -> dictionary.view(getCode(row));
    };
  }

  /** Returns the segment into which {@link #getView} points, whatever the form. */
  public MemorySegment valueHeap() {
    return form == Form.DICTIONARY ? dictionary.heap() : heap;
  }

  public byte[] getBytes(int row) {
    return StringView.bytes(valueHeap(), getView(row));
  }

  /**
   * The value as an object: Boolean, Long (integers, dates, times, timestamps and intervals in
   * their unit), BigDecimal, Double, String, byte[] or UUID; null for NULL.
   */
  public @Nullable Object getObject(int row) {
    if (isNull(row)) {
      return null;
    }
    return switch (type.family()) {
      case BOOLEAN -> getBoolean(row);
      case FLOATING -> getDouble(row);
      case INTEGRAL ->
          type.kind() == TypeKind.DECIMAL || type.kind() == TypeKind.INTERVAL
              ? getDecimal(row)
              : (Object) getLong(row);
      case BYTES ->
          switch (type.kind()) {
            case BINARY, VARBINARY -> getBytes(row);
            case UUID -> UuidText.of(getBytes(row));
            default -> new String(getBytes(row), java.nio.charset.StandardCharsets.UTF_8);
          };
    };
  }

  /** The value of a DECIMAL row, or the integer that stands for an INTERVAL. */
  public BigDecimal getDecimal(int row) {
    long low = getLong(row);
    long upper = getHigh(row);
    if (upper == low >> 63) {
      return BigDecimal.valueOf(low, type.scale());
    }
    byte[] bytes = java.nio.ByteBuffer.allocate(16).putLong(upper).putLong(low).array();
    return new BigDecimal(new BigInteger(bytes), type.scale());
  }

  @Override
  public String toString() {
    return type + " " + form + (type.family() == TypeFamily.INTEGRAL ? " width " + width : "");
  }

  private void setWidth(int bytes) {
    width = bytes;
    laneShift = Integer.numberOfTrailingZeros(bytes);
  }

  private void reset(Form newForm, MemorySegment newData, long newOffset) {
    form = newForm;
    data = newData;
    offset = newOffset;
    base = 0;
    multiplier = 1;
    constantNull = false;
    hasBounds = false;
    nulls = null;
  }
}
