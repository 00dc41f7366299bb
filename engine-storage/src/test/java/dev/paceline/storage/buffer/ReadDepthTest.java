package dev.paceline.storage.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The depth that is found for devices that serve different numbers of reads at a time. */
class ReadDepthTest {
  private static final long READ_BYTES = 1 << 18;
  private static final long READ_NANOS = 1_000_000;

  private long now;

  /** Reads from a device that serves a number of reads at a time and lets others wait. */
  private void read(ReadDepth depth, int served, int reads) {
    PriorityQueue<Long> ends = new PriorityQueue<>();
    PriorityQueue<Long> free = new PriorityQueue<>();
    for (int i = 0; i < served; i++) {
      free.add(now);
    }
    for (int i = 0; i < reads; i++) {
      while (depth.underWay() < depth.depth()) {
        depth.begins(now);
        long end = Math.max(now, free.remove()) + READ_NANOS;
        free.add(end);
        ends.add(end);
      }
      now = ends.remove();
      depth.ended(READ_BYTES, now);
    }
    while (!ends.isEmpty()) {
      now = ends.remove();
      depth.ended(READ_BYTES, now);
    }
    depth.idles();
  }

  /** Their times added up, over the time that passes, are the depth that was kept. */
  @Test
  void tellsHowManyReadsWereUnderWayOnAverage() {
    ReadDepth depth = new ReadDepth(8);
    now = 5 * READ_NANOS;
    read(depth, 8, 800);
    assertThat(depth.requests()).isEqualTo(807);
    assertThat(depth.requestSeconds()).isEqualTo(807 * READ_NANOS / 1e9);
    now += 100 * READ_NANOS;
    read(depth, 2, 1);
    assertThat(depth.requests()).isEqualTo(815);
    assertThat(depth.requestSeconds())
        .as("of 8 at a time, 2 end after each millisecond")
        .isEqualTo((807 + 2 * (1 + 2 + 3 + 4)) * READ_NANOS / 1e9);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "4, 4", "8, 8", "16, 16", "32, 32", "100, 32"})
  void findsHowManyADeviceServes(int served, int expected) {
    ReadDepth depth = new ReadDepth(0);
    read(depth, served, 20_000);
    assertThat(depth.depth()).isEqualTo(expected);
    assertThat(depth.bestBytesPerSecond())
        .isBetween(
            0.8e9 / READ_NANOS * READ_BYTES * Math.min(served, expected),
            1.2e9 / READ_NANOS * READ_BYTES * Math.min(served, expected));
  }

  @Test
  void followsADeviceThatChanges() {
    ReadDepth depth = new ReadDepth(0);
    read(depth, 4, 20_000);
    read(depth, 16, 100_000);
    assertThat(depth.depth()).isEqualTo(16);
    read(depth, 2, 200_000);
    assertThat(depth.depth()).isEqualTo(2);
  }

  /** Reads that come one by one say nothing of what the device could do. */
  @Test
  void learnsNothingFromFewReads() {
    ReadDepth depth = new ReadDepth(0);
    int before = depth.depth();
    for (int i = 0; i < 10_000; i++) {
      depth.begins(now);
      now += READ_NANOS;
      depth.ended(READ_BYTES, now);
      depth.idles();
    }
    assertThat(depth.depth()).isEqualTo(before);
    assertThat(depth.bestBytesPerSecond()).isZero();
    assertThat(depth.underWay()).isZero();
  }

  @Test
  void keepsWhatItWasTold() {
    ReadDepth depth = new ReadDepth(5);
    read(depth, 32, 20_000);
    assertThat(depth.depth()).isEqualTo(5);
  }
}
