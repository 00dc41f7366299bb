package dev.paceline.core.kernel.tier;

import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/** Synthetic rows for {@link SimdKernels}, in memory like that of queries. For one thread. */
public final class ExerciseBatch {
  /** The largest number of rows. */
  public static final int MAX_ROWS = 2048;

  private static final int MAX_WIDTH = 16;
  private static final int BITMAP_BYTES = MAX_ROWS / Byte.SIZE;
  private static final int BITMAPS = 8;

  private final MemorySegment left;
  private final MemorySegment right;
  private final MemorySegment target;
  private final MemorySegment positions;
  private final MemorySegment numbers;
  private final MemorySegment pristine;
  private final MemorySegment bitmaps;

  /**
   * Allocates about 200 KB.
   *
   * @param scope which owns the memory
   */
  public ExerciseBatch(MemoryScope scope) {
    long lanes = (long) MAX_ROWS * MAX_WIDTH + MemoryScope.PADDING_BYTES;
    left = scope.allocate(lanes);
    right = scope.allocate(lanes);
    target = scope.allocate(lanes);
    positions = scope.allocate((long) MAX_ROWS * Integer.BYTES);
    numbers = scope.allocate((long) MAX_ROWS * Long.BYTES);
    pristine = scope.allocate((long) BITMAPS * BITMAP_BYTES);
    bitmaps = scope.allocate((long) BITMAPS * BITMAP_BYTES);
    fill(new Random(1));
  }

  private void fill(Random random) {
    for (long at = 0; at < (long) MAX_ROWS * MAX_WIDTH; at += Long.BYTES) {
      left.set(ValueLayout.JAVA_LONG, at, random.nextLong());
      right.set(ValueLayout.JAVA_LONG, at, random.nextLong());
    }
    target.fill((byte) 0);
    for (int i = 0; i < MAX_ROWS; i++) {
      positions.setAtIndex(ValueLayout.JAVA_INT, i, random.nextInt(MAX_ROWS));
      numbers.setAtIndex(ValueLayout.JAVA_LONG, i, random.nextInt(1, 1_000_000));
    }
    for (int word = 0; word < BITMAPS * BITMAP_BYTES / Long.BYTES; word++) {
      long bits =
          switch (word & 3) {
            case 0 -> random.nextLong();
            case 1 -> -1;
            case 2 -> 0;
            default -> 0b1001L << random.nextInt(60);
          };
      pristine.setAtIndex(ValueLayout.JAVA_LONG, word, bits);
    }
  }

  /** Restores the bitmaps, which kernels change. */
  void reset() {
    MemorySegment.copy(pristine, 0, bitmaps, 0, (long) BITMAPS * BITMAP_BYTES);
  }

  /** Random bits: lanes of up to 16 bytes. */
  public MemorySegment left() {
    return left;
  }

  /** Other random bits: lanes of up to 16 bytes. */
  public MemorySegment right() {
    return right;
  }

  /** Room for lanes of up to 16 bytes. */
  public MemorySegment target() {
    return target;
  }

  /** Row numbers, 32 bits each. */
  public MemorySegment positions() {
    return positions;
  }

  /** Positive whole numbers below a million, 64 bits each. */
  public MemorySegment numbers() {
    return numbers;
  }

  /** Eight bitmaps, whose words are full, empty, dense and sparse. */
  public MemorySegment bitmaps() {
    return bitmaps;
  }

  /** Bytes from one bitmap to the next. */
  public long stride() {
    return BITMAP_BYTES;
  }
}
