package dev.paceline.storage.load.parquet.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.v3.snappy.SnappyJavaCompressor;
import io.airlift.compress.v3.snappy.SnappyJavaDecompressor;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with the decoder of a library, and with elements that the test makes up itself. */
class SnappyDecoderTest {
  private static final long SEED = Long.getLong("paceline.test.seed", 20261125);
  private static final int INPUTS = Integer.getInteger("paceline.test.snappy.inputs", 5_000);

  private final Random random = new Random(SEED);

  /** Decompresses by one decoder, which earlier pages have used. */
  private final SnappyDecoder decoder = new SnappyDecoder();

  private byte[] decode(byte[] compressed, int length) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(length);
      decoder.decode(arena.allocateFrom(ValueLayout.JAVA_BYTE, compressed), target);
      return target.toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private static byte[] compress(byte[] content) {
    SnappyJavaCompressor compressor = new SnappyJavaCompressor();
    byte[] compressed = new byte[compressor.maxCompressedLength(content.length)];
    int length = compressor.compress(content, 0, content.length, compressed, 0, compressed.length);
    return Arrays.copyOf(compressed, length);
  }

  /** Content that repeats itself at distances and in lengths of all kinds. */
  private byte[] content(int length) {
    byte[] content = new byte[length];
    int kind = random.nextInt(6);
    int period = 1 + random.nextInt(kind == 0 ? 20 : 70_000);
    for (int at = 0; at < length; ) {
      int part = Math.min(length - at, 1 + random.nextInt(kind == 1 ? 90_000 : 80));
      if (at >= period && random.nextInt(4) > 0) {
        for (int end = at + part; at < end; at++) {
          content[at] = content[at - period];
        }
      } else if (kind == 2) {
        at += part;
      } else {
        for (int end = at + part; at < end; at++) {
          content[at] = (byte) random.nextInt(kind == 3 ? 4 : 256);
        }
      }
      if (random.nextInt(10) == 0) {
        period = 1 + random.nextInt(kind == 0 ? 20 : 70_000);
      }
    }
    return content;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 60, 61, 65, 255, 256, 257, 4_000, 65_535, 65_536, 65_537})
  void decompressesShortContent(int length) {
    for (int i = 0; i < 100; i++) {
      byte[] content = content(length);
      assertThat(decode(compress(content), length)).isEqualTo(content);
    }
  }

  @Test
  void decompressesLongContent() {
    for (int i = 0; i < 30; i++) {
      byte[] content = content(random.nextInt(1_500_000));
      assertThat(decode(compress(content), content.length)).isEqualTo(content);
    }
  }

  /** Numbers of 8 bytes, which become pairs of literals and copies, with other content between. */
  @Test
  void decompressesNumbers() {
    for (int i = 0; i < 300; i++) {
      ByteBuffer content = ByteBuffer.allocate(8 * (1 + random.nextInt(40_000)));
      content.order(ByteOrder.LITTLE_ENDIAN);
      long range = 1L << random.nextInt(63);
      int exceptions = 1 << random.nextInt(16);
      while (content.hasRemaining()) {
        boolean isUsual = random.nextInt(exceptions) > 0;
        content.putLong(isUsual ? random.nextLong(range) : random.nextLong());
      }
      byte[] expected = content.array();
      assertThat(decode(compress(expected), expected.length)).isEqualTo(expected);
      byte[] damaged = compress(expected);
      int begin = headerBytes(damaged);
      damaged[begin + random.nextInt(damaged.length - begin)] = (byte) random.nextInt(256);
      assertThat(found(damaged, expected.length)).isEqualTo(expected(damaged, expected.length));
    }
  }

  /** Elements that no encoder writes: any distance, and lengths in more bytes than they need. */
  @Test
  void decompressesElementsOfAllKinds() {
    for (int i = 0; i < 100; i++) {
      ByteArrayOutputStream elements = new ByteArrayOutputStream();
      byte[] content = new byte[1 + random.nextInt(500_000)];
      int at = 0;
      while (at < content.length) {
        at = addElement(elements, content, at);
      }
      ByteArrayOutputStream compressed = new ByteArrayOutputStream();
      addLength(compressed, content.length);
      compressed.writeBytes(elements.toByteArray());
      assertThat(decode(compressed.toByteArray(), content.length)).isEqualTo(content);
    }
  }

  private int addElement(ByteArrayOutputStream elements, byte[] content, int at) {
    int rest = content.length - at;
    int kind = at == 0 ? 0 : random.nextInt(4);
    if (kind == 0) {
      int longest = random.nextInt(20) == 0 ? 1 << 17 : random.nextInt(5) == 0 ? 1_000 : 20;
      int length = Math.min(rest, 1 + random.nextInt(longest));
      int least = length <= 60 ? 0 : length <= 1 << 8 ? 1 : length <= 1 << 16 ? 2 : 3;
      int lengthBytes = Math.min(4, least + random.nextInt(2));
      elements.write((lengthBytes == 0 ? length - 1 : 59 + lengthBytes) << 2);
      addNumber(elements, length - 1, lengthBytes);
      for (int i = 0; i < length; i++) {
        content[at + i] = (byte) random.nextInt(256);
        elements.write(content[at + i]);
      }
      return at + length;
    }
    int farthest = kind == 1 ? 2_047 : kind == 2 ? 65_535 : Integer.MAX_VALUE;
    int distance = 1 + random.nextInt(Math.min(at, random.nextBoolean() ? 20 : farthest));
    int length = Math.min(rest, kind == 1 ? 4 + random.nextInt(8) : 1 + random.nextInt(64));
    if (kind == 1 && length < 4) {
      kind = 2;
    }
    if (kind == 1) {
      elements.write(1 | length - 4 << 2 | distance >>> 8 << 5);
      elements.write(distance);
    } else {
      elements.write(kind | length - 1 << 2);
      addNumber(elements, distance, kind == 2 ? 2 : 4);
    }
    for (int i = 0; i < length; i++) {
      content[at + i] = content[at + i - distance];
    }
    return at + length;
  }

  private static void addNumber(ByteArrayOutputStream to, int number, int bytes) {
    for (int i = 0; i < bytes; i++) {
      to.write(number >>> 8 * i);
    }
  }

  private static void addLength(ByteArrayOutputStream to, int length) {
    int rest = length;
    for (; rest >= 0x80; rest >>>= 7) {
      to.write(rest | 0x80);
    }
    to.write(rest);
  }

  /** Damaged input either fails in both decoders, or both find the same content. */
  @Test
  void refusesWhatTheLibraryRefuses() {
    for (int i = 0; i < INPUTS; i++) {
      byte[] content = content(random.nextInt(random.nextInt(100) == 0 ? 200_000 : 2_000));
      byte[] damaged = compress(content);
      int begin = headerBytes(damaged);
      for (int changes = random.nextInt(4); changes >= 0 && damaged.length > begin; changes--) {
        damaged[begin + random.nextInt(damaged.length - begin)] = (byte) random.nextInt(256);
      }
      if (random.nextInt(3) == 0 && damaged.length > begin) {
        damaged = Arrays.copyOf(damaged, begin + random.nextInt(damaged.length - begin));
      }
      assertThat(found(damaged, content.length)).isEqualTo(expected(damaged, content.length));
    }
  }

  private static int headerBytes(byte[] compressed) {
    int at = 0;
    while (compressed[at] < 0) {
      at++;
    }
    return at + 1;
  }

  private byte @Nullable [] found(byte[] compressed, int length) {
    try {
      return decode(compressed, length);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static byte @Nullable [] expected(byte[] compressed, int length) {
    byte[] target = new byte[length];
    try {
      int decoded =
          new SnappyJavaDecompressor()
              .decompress(compressed, 0, compressed.length, target, 0, length);
      return decoded == length ? target : null;
    } catch (RuntimeException e) {
      return null;
    }
  }

  @Test
  void refusesLengthsThatLie() {
    byte[] compressed = compress(new byte[1_000]);
    assertThatThrownBy(() -> decode(compressed, 999))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a page has 1000 bytes instead of the 999 it claims");
    assertThatThrownBy(() -> decode(new byte[] {-1, -1, -1, -1, -1, -1}, 5))
        .hasMessage("its compressed bytes are damaged");
    assertThatThrownBy(() -> decode(new byte[0], 5)).hasMessage("its compressed bytes are damaged");
    // A literal of 4 GiB, and a copy before any content.
    assertThatThrownBy(() -> decode(new byte[] {5, (byte) 0xfc, -1, -1, -1, -1, 1}, 5))
        .hasMessage("its compressed bytes are damaged");
    assertThatThrownBy(() -> decode(new byte[] {5, 2 | 4 << 2, 1, 0}, 5))
        .hasMessage("its compressed bytes are damaged");
  }
}
