package dev.paceline.storage.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What was packed comes back byte for byte; what cannot have been packed is refused. */
@ExtendWith(LedgerExtension.class)
class PackedBlockTest {
  private static final long SEED = 404;
  private static final int FRAME = PackedLayout.FRAME_BYTES;

  /** Bytes around a frame and around two. */
  private static final int[] LENGTHS = {
    64, 128, 640, FRAME - 64, FRAME, FRAME + 64, 2 * FRAME - 64, 2 * FRAME, 2 * FRAME + 64
  };

  private static void set(byte[] bytes, int index, int width, long lane) {
    for (int i = 0; i < width; i++) {
      bytes[index * width + i] = (byte) (lane >>> 8 * i);
    }
  }

  /** Lanes that all have the same number of low bits, from somewhere on. */
  private static byte[] nearby(int length, int width, int bits, Random random) {
    byte[] bytes = new byte[length];
    long mask = bits == 0 ? 0 : -1L >>> (64 - bits);
    long lowest = random.nextLong() & ~(bits == 64 ? -1L : (2L << Math.min(62, bits)) - 1);
    for (int i = 0; i < length / width; i++) {
      set(bytes, i, width, lowest + (random.nextLong() & mask));
    }
    return bytes;
  }

  private static byte[] ascending(int length, int width, int step, Random random) {
    byte[] bytes = new byte[length];
    long lane = random.nextInt(100);
    long most = width == 8 ? Long.MAX_VALUE : (1L << 8 * width) - 1;
    for (int i = 0; i < length / width; i++) {
      set(bytes, i, width, Math.min(most, lane));
      lane += random.nextInt(step);
    }
    return bytes;
  }

  /** Starts of strings in groups of 64. */
  private static byte[] starts(int length, Random random) {
    byte[] bytes = new byte[length];
    int start = 0;
    for (int i = 0; i < length / 2; i++) {
      start = i % 64 == 0 ? 0 : start + 10 + random.nextInt(33);
      set(bytes, i, 2, start);
    }
    return bytes;
  }

  private static byte[] noise(int length, Random random) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static long[] cuts(List<byte[]> sections) {
    long[] cuts = new long[sections.size() + 1];
    for (int i = 0; i < sections.size(); i++) {
      cuts[i + 1] = cuts[i] + sections.get(i).length;
    }
    return cuts;
  }

  /** Packs, unpacks and compares; returns the packed bytes. */
  private static byte[] check(List<byte[]> sections, String name, MemoryLedger ledger) {
    long[] cuts = cuts(sections);
    long length = cuts[sections.size()];
    try (MemoryScope scope = ledger.openScope("test")) {
      MemorySegment block = scope.allocate(length).asSlice(0, length);
      for (int i = 0; i < sections.size(); i++) {
        byte[] section = sections.get(i);
        MemorySegment.copy(section, 0, block, ValueLayout.JAVA_BYTE, cuts[i], section.length);
      }
      BlockPacker packer = new BlockPacker();
      BlockPacker.Plan plan = packer.plan(block, cuts);
      MemorySegment packed = scope.allocate(plan.bytes()).asSlice(0, plan.bytes());
      packer.write(block, plan, packed);
      byte[] bytes = packed.toArray(ValueLayout.JAVA_BYTE);
      if (bytes.length <= length) {
        assertThat(unpack(bytes, length, ledger))
            .as(name)
            .isEqualTo(block.toArray(ValueLayout.JAVA_BYTE));
      }
      return bytes;
    }
  }

  /** In a frame that is not longer than it must be. */
  private static byte[] unpack(byte[] bytes, long length, MemoryLedger ledger) {
    PackedBlock packed = new PackedBlock(bytes.length, length);
    try (MemoryScope scope = ledger.openScope("test")) {
      MemorySegment frame = scope.allocate(packed.frameBytes()).asSlice(0, packed.frameBytes());
      assertThat(packed.position() % 4096).isZero();
      MemorySegment.copy(bytes, 0, frame, ValueLayout.JAVA_BYTE, packed.position(), bytes.length);
      packed.unpack(frame);
      return frame.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  @Test
  void lanesOfAnyBitsComeBack(MemoryLedger ledger) {
    Random random = new Random(SEED);
    for (int width : new int[] {1, 2, 4, 8}) {
      for (int bits = 0; bits <= 8 * width; bits++) {
        for (int length : LENGTHS) {
          String name = "width %d, bits %d, %d bytes, seed %d".formatted(width, bits, length, SEED);
          // Long sections before and behind, so that it is never longer than when it stands.
          List<byte[]> sections =
              List.of(new byte[2 * FRAME], nearby(length, width, bits, random), new byte[FRAME]);
          byte[] packed = check(sections, name, ledger);
          if (bits + 1 <= 7 * width && length % FRAME == 0) {
            assertThat(packed.length)
                .as(name)
                .isLessThanOrEqualTo(length * (bits + 1) / (8 * width) + 256);
          }
        }
      }
    }
  }

  @Test
  void ascendingLanesBecomeSteps(MemoryLedger ledger) {
    Random random = new Random(SEED);
    for (int width : new int[] {2, 4, 8}) {
      for (int length : LENGTHS) {
        String name = "width %d, %d bytes, seed %d".formatted(width, length, SEED);
        byte[] lanes = ascending(length, width, 5, random);
        byte[] packed = check(List.of(lanes, new byte[FRAME]), name, ledger);
        if (length == 2 * FRAME) {
          assertThat(packed.length).as(name).isLessThan(length / 2);
        }
      }
    }
  }

  @Test
  void startsBecomeLengths(MemoryLedger ledger) {
    Random random = new Random(SEED);
    for (int length : LENGTHS) {
      byte[] packed =
          check(List.of(starts(length, random), new byte[FRAME]), length + " bytes", ledger);
      if (length == 2 * FRAME) {
        assertThat(packed.length).isLessThan(length * 7 / 16 + 128);
      }
    }
  }

  @Test
  void extremesComeBack(MemoryLedger ledger) {
    long[][] extremes = {
      {Long.MIN_VALUE, Long.MAX_VALUE}, {0, -1}, {-1, 0, 1}, {Long.MAX_VALUE, 0}, {-1}, {1L << 63}
    };
    for (int width : new int[] {1, 2, 4, 8}) {
      for (long[] pattern : extremes) {
        byte[] lanes = new byte[3 * FRAME];
        for (int i = 0; i < lanes.length / width; i++) {
          set(lanes, i, width, pattern[i / 100 % pattern.length]);
        }
        check(
            List.of(new byte[2 * FRAME], lanes),
            "width " + width + ", " + Arrays.toString(pattern),
            ledger);
      }
    }
  }

  @Test
  void sectionsOfAllKindsComeBack(MemoryLedger ledger) {
    Random random = new Random(SEED);
    for (int round = 0; round < 60; round++) {
      List<byte[]> sections =
          List.of(
              noise(64 * (1 + random.nextInt(3)), random),
              nearby(64 * (1 + random.nextInt(300)), 1 << random.nextInt(4), 3, random),
              ascending(64 * (1 + random.nextInt(300)), 4, 1 + random.nextInt(99), random),
              starts(64 * (1 + random.nextInt(300)), random),
              noise(64 * (1 + random.nextInt(300)), random),
              new byte[2 * FRAME]);
      check(sections, "round " + round + ", seed " + SEED, ledger);
    }
  }

  @Test
  void noiseDoesNotPay(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      byte[] noise = noise(10 * FRAME, new Random(SEED));
      MemorySegment block = scope.allocate(noise.length).asSlice(0, noise.length);
      MemorySegment.copy(noise, 0, block, ValueLayout.JAVA_BYTE, 0, noise.length);
      assertThat(new BlockPacker().plan(block, new long[] {0, noise.length}).pays()).isFalse();
    }
  }

  @Test
  void damageIsRefusedOrStaysInTheFrame(MemoryLedger ledger) {
    Random random = new Random(SEED);
    List<byte[]> sections =
        List.of(
            noise(128, random),
            nearby(3 * FRAME, 2, 7, random),
            ascending(2 * FRAME, 4, 9, random),
            starts(FRAME + 640, random));
    byte[] good = check(sections, "whole", ledger);
    long length = cuts(sections)[sections.size()];
    int refused = 0;
    for (int at = 0; at < good.length; at++) {
      for (int damage : new int[] {0xff, random.nextInt(255) + 1}) {
        byte[] bad = good.clone();
        bad[at] ^= (byte) damage;
        refused += refused(bad, length, ledger) ? 1 : 0;
      }
    }
    assertThat(refused).isPositive();
    for (int shorter = 0; shorter < good.length; shorter += 64) {
      assertThat(refused(Arrays.copyOf(good, shorter), length, ledger))
          .as("the first " + shorter + " bytes")
          .isTrue();
    }
    assertThat(refused(good, length + 64, ledger)).isTrue();
  }

  private static boolean refused(byte[] bytes, long length, MemoryLedger ledger) {
    try {
      unpack(bytes, length, ledger);
      return false;
    } catch (PacelineException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA);
      return true;
    }
  }
}
