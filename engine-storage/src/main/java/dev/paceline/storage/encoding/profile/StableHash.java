package dev.paceline.storage.encoding.profile;

import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A 64-bit hash of strings that never changes, because stored sketches contain it. Multiply and
 * fold 8 bytes at a time, as wyhash does.
 */
final class StableHash {
  private static final long FIRST = 0xa0761d6478bd642fL;
  private static final long SECOND = 0xe7037ed1a0b428dbL;

  private StableHash() {}

  static long of(MemorySegment heap, long view) {
    long at = StringView.offset(view);
    int length = StringView.length(view);
    long hash = FIRST ^ length;
    int rest = length;
    for (; rest >= 8; rest -= 8, at += 8) {
      hash = fold(hash ^ heap.get(ValueLayout.JAVA_LONG_UNALIGNED, at), SECOND);
    }
    long tail = 0;
    if (length >= 8 && rest > 0) {
      tail = heap.get(ValueLayout.JAVA_LONG_UNALIGNED, at + rest - 8) >>> 8 * (8 - rest);
    } else {
      for (int i = 0; i < rest; i++) {
        tail |= (heap.get(ValueLayout.JAVA_BYTE, at + i) & 0xffL) << (8 * i);
      }
    }
    return fold(hash ^ tail, FIRST);
  }

  /**
   * Like {@link #of(MemorySegment, long)}, without a branch that depends on the length, which the
   * processor would guess wrong for every other string.
   *
   * @param words of 8 bytes, at least as many as the string has whole ones; one more can be read
   *     from its start
   */
  static long of(MemorySegment heap, long view, int words) {
    long at = StringView.offset(view);
    int length = StringView.length(view);
    long hash = FIRST ^ length;
    for (int i = 0; i < words; i++) {
      long next = fold(hash ^ heap.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8L * i), SECOND);
      long inside = (8L * i + 7 - length) >> 63; // all bits set if the string has the word
      hash ^= (hash ^ next) & inside;
    }
    int rest = length & Long.BYTES - 1;
    int halfShift = Long.BYTES - rest << 2; // a whole one would be none at 64
    long word = heap.get(ValueLayout.JAVA_LONG_UNALIGNED, at + length - rest);
    long tail = word << halfShift << halfShift >>> halfShift >>> halfShift;
    return fold(hash ^ tail, FIRST);
  }

  private static long fold(long left, long right) {
    return left * right ^ Math.unsignedMultiplyHigh(left, right);
  }
}
