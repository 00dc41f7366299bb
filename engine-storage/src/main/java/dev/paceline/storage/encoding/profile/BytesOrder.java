package dev.paceline.storage.encoding.profile;

import dev.paceline.core.column.StringView;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Compares strings in native memory with the heap arrays of predicates, by unsigned bytes. */
public final class BytesOrder {
  private static final ValueLayout.OfLong NATIVE_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final VarHandle ARRAY_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BytesOrder() {}

  /** See {@link StringView#compare}. */
  public static int compare(MemorySegment heap, long view, byte[] other) {
    long offset = StringView.offset(view);
    int length = StringView.length(view);
    int common = Math.min(length, other.length);
    int i = 0;
    for (; i + 8 <= common; i += 8) {
      long left = heap.get(NATIVE_LONG, offset + i);
      long right = (long) ARRAY_LONG.get(other, i);
      if (left != right) {
        return Long.compareUnsigned(left, right);
      }
    }
    for (; i < common; i++) {
      int difference = (heap.get(ValueLayout.JAVA_BYTE, offset + i) & 0xff) - (other[i] & 0xff);
      if (difference != 0) {
        return difference;
      }
    }
    return Integer.compare(length, other.length);
  }

  public static boolean contains(BytesRange range, MemorySegment heap, long view) {
    byte[] low = range.low();
    if (low != null) {
      int order = compare(heap, view, low);
      if (order < 0 || order == 0 && !range.lowInclusive()) {
        return false;
      }
    }
    byte[] high = range.high();
    if (high != null) {
      int order = compare(heap, view, high);
      return order < 0 || order == 0 && range.highInclusive();
    }
    return true;
  }
}
