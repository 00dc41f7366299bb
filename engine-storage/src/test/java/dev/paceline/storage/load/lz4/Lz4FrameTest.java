package dev.paceline.storage.load.lz4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class Lz4FrameTest {
  private static final long SEED = 20_261_126;

  /** A frame, packed by gzip. */
  private static final String CHAINED =
      "H4sIAPaDB2sC/+XUPWgUURAH8P+8mzlzh3B69xY01yRuRAuFu/24u62SFIkBERMEBdEiQhCSQAQ1"
          + "kkZRiaBCRBRERBBEIWJpoahoJyhBbASrIFYSkChY3sZ5xi/kEAsbyYPXzM7ODMv8ljfsWNfT8/Sc"
          + "AU5NDo8fHemo5NtQquqN9CZt8Ku1HPwgzsGGRdioC7YWwzb6UQq3wAbt8KN6EX49yIHbNCnShCK8"
          + "ZBS8DV79NlhficsamQGPwSZD8LQKlzU6gFJjWvM1HNzQoi6mxYMj8BqL4ANarhu2qn0bFzRNZ4iG"
          + "NDbwNca+FpvVR4Ow9TFtVXStsjlIGbwV0g0ZcjXkMGQacgUyC3kImYPMw6vNu2nEI9lEkpBsJ9lP"
          + "vAg5QTbZR9mb5NpHZcgbkgWy1V6SgrHhapLQSJ+RPUZisHY7b+S64X7IEyOvjLwz8tnIqoysz3CJ"
          + "+AH4OXjc8BpwB7gC6YXsgoxAjkHOQq6B70IeQ16isDeztJKPNxjG+cnhjQTkFprSbEohlc5UwlT6"
          + "Ut6dysFUptLC/XRphZ/LgyMdSTV/VdmeXmYbRYojeb3kx6rUrypGv15xZsvwk1gB1brgh07NWtWS"
          + "Q1dUb3cAdG9tw5F1jhMFHc6ov9HvwDgC94Fv4c/ra4Odbn/lLfg9JEO/sZIJkpOUvUTyAnxG59Qb"
          + "f1D7VbK1zWSDCfpp/44OZDX+K/5D9E/xy8cWQy7bl4tkozmt3UvZZ8SPoPal6ehLp/khnydJpsw3"
          + "+dOt5B8nrpi/l+++3KfWX+6/+yncc8sZ56HnCyE1xtZfBgAA";

  private static byte[] frame(byte[] content) {
    ByteBuffer frame = new Lz4FrameCompressor().compress(content, content.length);
    return Arrays.copyOf(frame.array(), frame.remaining());
  }

  private static byte[] content(byte[] frames) throws IOException {
    return new Lz4InputStream(new ByteArrayInputStream(frames)).readAllBytes();
  }

  private static byte[] content(int length, int alphabet, Random random) {
    byte[] content = new byte[length];
    for (int i = 0; i < length; i++) {
      content[i] = (byte) random.nextInt(alphabet);
    }
    return content;
  }

  @Test
  void framesKeepTheirContent() throws IOException {
    Random random = new Random(SEED);
    for (int length : new int[] {0, 1, 4, 5, 12, 13, 16, 64, 255, 4096, 70_000, (4 << 20) + 1}) {
      for (int alphabet : new int[] {1, 2, 16, 256}) {
        byte[] content = content(length, alphabet, random);
        assertThat(content(frame(content))).as("%s of %s", length, alphabet).isEqualTo(content);
      }
    }
  }

  @Test
  void framesFollowEachOther() throws IOException {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    frames.write(frame("one, ".getBytes(StandardCharsets.UTF_8)));
    frames.write(HexFormat.of().parseHex("512a4d18" + "03000000" + "ffffff")); // to be skipped
    frames.write(frame(new byte[0]));
    frames.write(frame("two".getBytes(StandardCharsets.UTF_8)));
    assertThat(new String(content(frames.toByteArray()), StandardCharsets.UTF_8))
        .isEqualTo("one, two");
  }

  /** Blocks of 64 KiB whose matches reach back into the blocks before, as pyarrow writes them. */
  @Test
  void blocksMayDependOnTheBlocksBefore() throws IOException {
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      expected.append("value ").append((long) i * i % 97).append('\n');
    }
    byte[] frame;
    try (GZIPInputStream packed =
        new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(CHAINED)))) {
      frame = packed.readAllBytes();
    }
    assertThat(frame[4] & 0x20).isZero();
    assertThat(new String(content(frame), StandardCharsets.UTF_8)).isEqualTo(expected.toString());
  }

  /** The hashes of the reference implementation. */
  @Test
  void hashesAreThoseOfTheFormat() {
    byte[] text = "Nobody inspects the spammish repetition".getBytes(StandardCharsets.UTF_8);
    assertThat(XxHash32.of(text, 0, text.length)).isEqualTo(0xe2293b2f);
    assertThat(XxHash32.of(text, 0, 0)).isEqualTo(0x02cc5d05);
    XxHash32 parts = new XxHash32();
    for (int from = 0; from < text.length; from += 7) {
      parts.add(text, from, Math.min(7, text.length - from));
    }
    assertThat(parts.value()).isEqualTo(0xe2293b2f);
  }

  @Test
  void damagedFramesAreErrors() throws IOException {
    Random random = new Random(SEED);
    byte[] content = content(3000, 4, random);
    byte[] whole = frame(content);
    for (int length = 1; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> content(cut)).isInstanceOf(IOException.class);
    }
    for (int round = 0; round < 2000; round++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      assertThatThrownBy(() -> content(damaged)).isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> content("no frame at all".getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("no LZ4 frame");
  }
}
