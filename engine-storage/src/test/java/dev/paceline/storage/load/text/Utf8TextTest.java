package dev.paceline.storage.load.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The check of UTF-8 agrees with Java's decoder. */
class Utf8TextTest {
  private static final int ROUNDS = 200_000;

  /** Bytes at the borders of what may follow each other. */
  private static final int[] BORDERS = {
    0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed,
    0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff
  };

  private static boolean javaTakes(byte[] bytes, int from, int to) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Characters of one length for the most part, because runs of these are passed at once. */
  private static byte[] text(Random random) {
    int usual = random.nextInt(4);
    int[] firsts = {0x20, 0x80, 0x800, 0x10000};
    int[] ends = {0x80, 0x800, 0xd800, 0x110000};
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(30); left > 0; left--) {
      int length = random.nextInt(6) == 0 ? random.nextInt(4) : usual;
      text.appendCodePoint(random.nextInt(firsts[length], ends[length]));
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void shouldAgreeWithTheDecoderOfJava() {
    Random random = new Random(7);
    int taken = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = text(random);
      for (int changes = random.nextInt(3); changes > 0 && bytes.length > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) BORDERS[random.nextInt(BORDERS.length)];
      }
      int from = random.nextInt(bytes.length / 2 + 1);
      int to = from + random.nextInt(bytes.length - from + 1);
      boolean expected = javaTakes(bytes, from, to);
      assertThat(Utf8Text.isValid(MemorySegment.ofArray(bytes), from, to))
          .as("round %d", round)
          .isEqualTo(expected);
      taken += expected ? 1 : 0;
    }
    assertThat(taken).isBetween(ROUNDS / 5, ROUNDS * 4 / 5);
  }
}
