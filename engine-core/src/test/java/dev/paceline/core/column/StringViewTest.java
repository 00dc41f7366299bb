package dev.paceline.core.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings of all short lengths, at the very beginning and end of their heaps. */
class StringViewTest {
  private static final byte GUARD = 0x55;

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** A heap of no more bytes than a string has, at some alignment. */
  private static MemorySegment heapOf(Arena arena, byte[] bytes, int shift) {
    MemorySegment heap = arena.allocate(bytes.length + shift + 1L).asSlice(shift, bytes.length);
    MemorySegment.copy(bytes, 0, heap, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return heap;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7})
  void copiesTheBytesAndNoOthers(int shift) {
    try (Arena arena = Arena.ofConfined()) {
      for (int length = 0; length < 140; length++) {
        byte[] bytes = random(length);
        MemorySegment to = arena.allocate(length + 2L).fill(GUARD);
        StringView.copy(heapOf(arena, bytes, shift), StringView.of(0, length), to, 1);
        byte[] expected = new byte[length + 2];
        Arrays.fill(expected, GUARD);
        System.arraycopy(bytes, 0, expected, 1, length);
        assertThat(to.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7})
  void stringsAreEqualIfAllTheirBytesAre(int shift) {
    try (Arena arena = Arena.ofConfined()) {
      for (int length = 0; length < 140; length++) {
        byte[] bytes = random(length);
        long view = StringView.of(0, length);
        MemorySegment left = heapOf(arena, bytes, 0);
        MemorySegment right = heapOf(arena, bytes, shift);
        assertThat(StringView.equal(left, view, right, view)).isTrue();
        for (int i = 0; i < length; i++) {
          right.set(ValueLayout.JAVA_BYTE, i, (byte) ~bytes[i]);
          assertThat(StringView.equal(left, view, right, view)).as("byte %s", i).isFalse();
          right.set(ValueLayout.JAVA_BYTE, i, bytes[i]);
        }
        if (length > 0) {
          long shorter = StringView.of(0, length - 1);
          assertThat(StringView.equal(left, view, right, shorter)).isFalse();
          assertThat(StringView.equal(left, shorter, right, view)).isFalse();
        }
      }
    }
  }
}
