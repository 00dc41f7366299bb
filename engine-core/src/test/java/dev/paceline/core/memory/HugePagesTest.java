package dev.paceline.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Maps large memory and asks the system what it knows about it. */
@Timeout(60)
class HugePagesTest {
  private static final long BYTES = 3 * HugePages.PAGE_BYTES + (12 << 10);

  private HugePages pages;

  @BeforeEach
  void waitForThePages() throws InterruptedException {
    assumeTrue(
        Files.exists(Path.of("/sys/kernel/mm/transparent_hugepage/enabled")),
        "the system has huge pages");
    while (HugePages.ofSystem() == null) {
      Thread.sleep(1);
    }
    pages = HugePages.ofSystem();
  }

  @Test
  void mapsZeroedMemoryAtTheStartOfAHugePage() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment segment = pages.map(BYTES, arena);
      assertThat(segment.byteSize()).isEqualTo(BYTES);
      assertThat(segment.address() % HugePages.PAGE_BYTES).isZero();
      MemorySegment zeros = arena.allocate(BYTES);
      assertThat(segment.mismatch(zeros)).isEqualTo(-1);
      segment.fill((byte) 1);
      assertThat(segment.get(ValueLayout.JAVA_BYTE, BYTES - 1)).isEqualTo((byte) 1);
    }
  }

  @Test
  void theSystemKnowsThatThePagesShallBeHuge() throws IOException {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment segment = pages.map(BYTES, arena);
      assertThat(flags(segment.address())).contains(" hg");
    }
  }

  @Test
  void theMemoryGoesWithItsArena() throws IOException {
    Arena arena = Arena.ofShared();
    MemorySegment segment = pages.map(BYTES, arena);
    arena.close();
    assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, 0))
        .isInstanceOf(IllegalStateException.class);
    assertThat(flags(segment.address())).doesNotContain(" hg");
  }

  @Test
  void returnsNullWhenTheSystemHasNotThatMuchMemory() {
    try (Arena arena = Arena.ofShared()) {
      assertThat(pages.map(1L << 60, arena)).isNull();
    }
  }

  @Test
  void theLedgerReplacesRegionsInSmallPages() {
    try (MemoryLedger ledger = new MemoryLedger(64 << 20);
        MemoryScope scope = ledger.openScope("test");
        Arena arena = Arena.ofShared()) {
      MemorySegment segment = scope.allocate(BYTES);
      assertThat(segment.address() % HugePages.PAGE_BYTES).isZero();
      long size = MemoryLedger.regionBytes(BYTES);
      MemorySegment small = arena.allocate(size);
      assertThat(new MemoryLedger.Region(arena, small, false).isOutdated()).isTrue();
      assertThat(new MemoryLedger.Region(arena, small, true).isOutdated()).isFalse();
      assertThat(new MemoryLedger.Region(arena, small.asSlice(0, 4096), false).isOutdated())
          .isFalse();
    }
  }

  /** Returns what the system says of the mapping that contains an address; empty without one. */
  private static String flags(long address) throws IOException {
    boolean inside = false;
    for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
      if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
        String[] ends = line.substring(0, line.indexOf(' ')).split("-");
        inside =
            Long.parseUnsignedLong(ends[0], 16) <= address
                && address < Long.parseUnsignedLong(ends[1], 16);
      } else if (inside && line.startsWith("VmFlags:")) {
        return line;
      }
    }
    return "";
  }
}
