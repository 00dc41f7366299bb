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
   * Computes the hashes of many strings, word by word. No branch depends on the length of a string,
   * because the processor would mispredict it often.
   *
   * @param views of the strings; as many words as the longest one has, and one more, can be read
   *     from the start of each
   * @param words whole words of 8 bytes of the longest string
   * @param hashes take the results
   */
  static void all(MemorySegment heap, long[] views, int count, int words, long[] hashes) {
    for (int i = 0; i < count; i++) {
      hashes[i] = FIRST ^ StringView.length(views[i]);
    }
    for (int word = 0; word < words; word++) {
      addWord(heap, views, count, 8L * word, hashes);
    }
    for (int i = 0; i < count; i++) {
      int length = StringView.length(views[i]);
      int rest = length & Long.BYTES - 1;
      int halfShift = Long.BYTES - rest << 2; // a whole one would be none at 64
      long at = StringView.offset(views[i]) + length - rest;
      long tail =
          heap.get(ValueLayout.JAVA_LONG_UNALIGNED, at)
              << halfShift
              << halfShift
              >>> halfShift
              >>> halfShift;
      hashes[i] = fold(hashes[i] ^ tail, FIRST);
    }
  }

  /** Adds the word at a position, in bytes, to the hashes of the strings that have it. */
  private static void addWord(
      MemorySegment heap, long[] views, int count, long position, long[] hashes) {
    for (int i = 0; i < count; i++) {
      long view = views[i];
      long hash = hashes[i];
      long word = heap.get(ValueLayout.JAVA_LONG_UNALIGNED, StringView.offset(view) + position);
      long inside = position + Long.BYTES - 1 - StringView.length(view) >> Long.SIZE - 1;
      hashes[i] = hash ^ (hash ^ fold(hash ^ word, SECOND)) & inside;
    }
  }

  private static long fold(long left, long right) {
    return left * right ^ Math.unsignedMultiplyHigh(left, right);
  }
}
