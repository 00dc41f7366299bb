package dev.paceline.core.kernel.separator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.kernel.simd.SimdSeparatorKernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares both kernels with a machine that looks at one byte after the other. */
class SeparatorKernelsTest {
  private static final int PADDING = 128;
  private static final List<SeparatorKernels> KERNELS =
      List.of(new ScalarSeparatorKernels(), new SimdSeparatorKernels());

  @Test
  void findsSeparatorsOutsideQuotes() {
    String text = "a,\"b,\nc\",d\r\n\"x\"\"y\",\"\",z\rlast,\"un";
    try (Arena arena = Arena.ofConfined()) {
      for (SeparatorKernels kernels : KERNELS) {
        SeparatorScan scan = new SeparatorScan((byte) ',', (byte) '"', (byte) '"');
        scan.start(0, false, false);
        assertThat(split(kernels, scan, arena, text.getBytes(StandardCharsets.UTF_8), 1024))
            .containsExactly(1L, 8L, end(11), 18L, 21L, end(23), 28L);
        assertThat(scan.recordEnds()).isEqualTo(2);
        assertThat(scan.isInQuotes()).isTrue();
        assertThat(scan.lastIrregular()).isEqualTo(-1);
      }
    }
  }

  @Test
  void agreesWithTheMachineOnRandomTexts() {
    Random random = new Random(20_240_117);
    String[] alphabets = {
      "a,\"\n", "abcdefgh,\"\n\r", "a\",", "a,\\\"\n\r", "abcdefghijk,\n", ",\n"
    };
    try (Arena arena = Arena.ofConfined()) {
      for (int round = 0; round < 6000; round++) {
        String alphabet = alphabets[random.nextInt(alphabets.length)];
        byte[] text = new byte[random.nextInt(400)];
        for (int i = 0; i < text.length; i++) {
          text[i] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
        }
        byte quote = (byte) (random.nextInt(8) == 0 ? 0 : '"');
        byte escape = (byte) (random.nextBoolean() ? '"' : '\\');
        boolean inQuotes = quote != 0 && random.nextInt(4) == 0;
        Machine machine = new Machine(text, quote, escape, inQuotes);
        for (SeparatorKernels kernels : KERNELS) {
          SeparatorScan scan = new SeparatorScan((byte) ',', quote, escape);
          scan.start(0, inQuotes, false);
          int capacity = SeparatorKernels.SPARE_POSITIONS + random.nextInt(100);
          assertThat(split(kernels, scan, arena, text, capacity))
              .as("round %d: %s", round, new String(text, StandardCharsets.UTF_8))
              .isEqualTo(machine.positions);
          assertThat(scan.isInQuotes()).as("round %d", round).isEqualTo(machine.inQuotes);
          assertThat(scan.lastIrregular()).as("round %d", round).isEqualTo(machine.irregular);
          SeparatorScan skipping = new SeparatorScan((byte) ',', quote, escape);
          if (skipping.hasQuotes()) {
            skipping.start(0, inQuotes, false);
            kernels.skip(skipping, segment(arena, text), text.length);
            assertThat(skipping.isInQuotes()).isEqualTo(machine.inQuotes);
          }
        }
      }
    }
  }

  @Test
  void findsBytesThatAreNotAscii() {
    try (Arena arena = Arena.ofConfined()) {
      for (SeparatorKernels kernels : KERNELS) {
        for (int at : new int[] {0, 1, 63, 64, 65, 127, 150}) {
          byte[] text = new byte[151];
          text[at] = (byte) 0xc3;
          MemorySegment segment = segment(arena, text);
          assertThat(kernels.hasNonAscii(segment, 0, 151)).isTrue();
          assertThat(kernels.hasNonAscii(segment, at, at + 1)).isTrue();
          assertThat(kernels.hasNonAscii(segment, 0, at)).isFalse();
          assertThat(kernels.hasNonAscii(segment, at + 1, 151)).isFalse();
        }
      }
    }
  }

  private static long end(int position) {
    return (position | SeparatorScan.RECORD_END) & 0xffff_ffffL;
  }

  /** Splits with little room, several times if need be. */
  private static List<Long> split(
      SeparatorKernels kernels, SeparatorScan scan, Arena arena, byte[] bytes, int capacity) {
    MemorySegment text = segment(arena, bytes);
    List<Long> found = new ArrayList<>();
    MemorySegment positions = arena.allocate(4L * (bytes.length + 2L * capacity), 64);
    int room = capacity;
    while (scan.position() < bytes.length) {
      kernels.split(scan, text, bytes.length, positions, room);
      room += capacity;
    }
    for (int i = 0; i < scan.count(); i++) {
      found.add(positions.get(ValueLayout.JAVA_INT, 4L * i) & 0xffff_ffffL);
    }
    return found;
  }

  private static MemorySegment segment(Arena arena, byte[] bytes) {
    MemorySegment text = arena.allocate(bytes.length + PADDING, 64);
    MemorySegment.copy(bytes, 0, text, ValueLayout.JAVA_BYTE, 0, bytes.length);
    text.asSlice(bytes.length + 1).fill((byte) ',');
    return text;
  }

  /** The answer, byte by byte. */
  private static final class Machine {
    private final List<Long> positions = new ArrayList<>();
    private boolean inQuotes;
    private int irregular = -1;

    Machine(byte[] text, byte quote, byte escape, boolean startsInQuotes) {
      inQuotes = startsInQuotes;
      boolean escaped = false;
      boolean mayOpen = true;
      for (int i = 0; i < text.length; i++) {
        byte value = text[i];
        boolean isQuote = quote != 0 && value == quote && !escaped;
        boolean closing = isQuote && inQuotes;
        if (isQuote && !inQuotes && !mayOpen) {
          irregular = i;
        }
        boolean separator = false;
        if (isQuote) {
          inQuotes = !inQuotes;
        } else if (!inQuotes) {
          boolean feed = i + 1 < text.length && text[i + 1] == '\n';
          boolean recordEnd = value == '\n' || value == '\r' && !feed;
          separator = recordEnd || value == ',';
          if (separator) {
            positions.add(recordEnd ? end(i) : i);
          }
        }
        mayOpen = separator || closing;
        escaped = quote != 0 && escape != quote && value == escape && !escaped;
      }
    }
  }
}
