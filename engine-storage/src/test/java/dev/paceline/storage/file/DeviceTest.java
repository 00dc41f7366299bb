package dev.paceline.storage.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.memory.MemoryLedger;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading past the page cache, and devices that are made slower. */
class DeviceTest {
  private static final long SEED = 20_110_813;
  private static final int FILE_BYTES = (3 << 20) + 1234;

  @TempDir Path folder;

  @Test
  void directReadsGiveTheBytesOfTheFile() throws IOException {
    byte[] content = new byte[FILE_BYTES];
    Random random = new Random(SEED);
    random.nextBytes(content);
    Path path = Files.write(folder.resolve("file"), content);
    try (MemoryLedger ledger = new MemoryLedger(1 << 20);
        DirectBuffers buffers = new DirectBuffers(ledger, "folder");
        BlockStore file = DirectFileBlockStore.open(path, buffers)) {
      assertThat(file.size()).isEqualTo(FILE_BYTES);
      for (int i = 0; i < 200; i++) {
        int any = random.nextInt(FILE_BYTES);
        int position = i % 3 == 0 ? any : any & -4096;
        int most = Math.min(FILE_BYTES - position, i % 5 == 0 ? 9000 : 3 << 20);
        int length = random.nextInt(most) + 1;
        try (Arena arena = Arena.ofConfined()) {
          long offset = i % 2 == 0 ? 0 : 64;
          MemorySegment into = arena.allocate(length + 64L, 4096).asSlice(offset, length);
          file.read(position, into);
          assertThat(into.mismatch(MemorySegment.ofArray(content).asSlice(position, length)))
              .as("seed %d, read %d: %d bytes from %d", SEED, i, length, position)
              .isEqualTo(-1);
        }
      }
    }
  }

  /** Several places at once, near and far, and more than is asked for where there is room. */
  @Test
  void readsOfSeveralPlacesGiveTheBytesOfTheFile() throws IOException {
    byte[] content = new byte[FILE_BYTES];
    Random random = new Random(SEED);
    random.nextBytes(content);
    Path path = Files.write(folder.resolve("file"), content);
    for (long limit : new long[] {1 << 20, 1 << 10}) { // the second has no room for a buffer
      try (MemoryLedger ledger = new MemoryLedger(limit);
          DirectBuffers buffers = new DirectBuffers(ledger, "folder");
          BlockStore file = DirectFileBlockStore.open(path, buffers);
          Arena arena = Arena.ofConfined()) {
        for (int i = 0; i < 200; i++) {
          int count = 1 + random.nextInt(5);
          long[] positions = new long[count];
          MemorySegment[] into = new MemorySegment[count];
          int position = random.nextInt(FILE_BYTES / 2);
          for (int j = 0; j < count; j++) {
            int length = random.nextInt(i % 10 == 0 ? 200_000 : 40_000);
            positions[j] = position;
            into[j] = arena.allocate(length + 1L, 64).asSlice(0, length);
            position += length + random.nextInt(5_000);
          }
          file.read(positions, into);
          for (int j = 0; j < count; j++) {
            assertThat(
                    into[j].mismatch(
                        MemorySegment.ofArray(content).asSlice(positions[j], into[j].byteSize())))
                .as("seed %d, read %d, place %d", SEED, i, j)
                .isEqualTo(-1);
          }
        }
        int start = FILE_BYTES - 140_000 & -4096;
        MemorySegment roomy = arena.allocate(1 << 18, 4096);
        file.read(start, roomy, FILE_BYTES - start);
        assertThat(
                roomy
                    .asSlice(0, FILE_BYTES - start)
                    .mismatch(MemorySegment.ofArray(content).asSlice(start)))
            .as("to the end of the file")
            .isEqualTo(-1);
        assertThatThrownBy(() -> file.read(start, roomy, FILE_BYTES - start + 1))
            .isInstanceOf(EOFException.class);
      }
    }
  }

  @Test
  void aReadBeyondTheEndFails() throws IOException {
    Path path = Files.write(folder.resolve("file"), new byte[10_000]);
    try (MemoryLedger ledger = new MemoryLedger(1 << 20);
        DirectBuffers buffers = new DirectBuffers(ledger, "folder");
        BlockStore file = DirectFileBlockStore.open(path, buffers);
        Arena arena = Arena.ofConfined()) {
      for (long position : new long[] {0, 4096, 8192, 12_288, 5}) {
        for (long offset : new long[] {0, 64}) {
          MemorySegment into = arena.allocate(16_448, 4096).asSlice(offset, 12_000);
          assertThatThrownBy(() -> file.read(position, into)).isInstanceOf(EOFException.class);
        }
      }
    }
  }

  @Test
  void aSlowDeviceServesOneReadAfterTheOther() {
    DeviceThrottle device = new DeviceThrottle(1_000_000, Duration.ofSeconds(2));
    Object file = new Object();
    long first = device.reserve(file, 0, 1_000_000);
    assertThat(device.reserve(file, 1_000_000, 500_000) - first).isEqualTo(500_000_000);
    assertThat(device.reserve(file, 1_503_232, 500_000) - first)
        .as("goes on after the padding of a block")
        .isEqualTo(1_000_000_000);
    assertThat(device.reserve(file, 0, 1_000) - first).isEqualTo(3_001_000_000L);
    assertThat(device.reserve(new Object(), 1_000, 1_000) - first)
        .as("another file")
        .isEqualTo(5_002_000_000L);
  }

  @Test
  void aSlowDirectoryHoldsTheSameFiles() throws IOException {
    byte[] content = {1, 2, 3};
    Files.write(folder.resolve("file"), content);
    try (MemoryLedger ledger = new MemoryLedger(1 << 20);
        ThrottledDirectory directory =
            new ThrottledDirectory(
                new FileDirectory(folder, new DirectBuffers(ledger, "folder")),
                new DeviceThrottle(1 << 20, Duration.ZERO));
        BlockStore file = directory.open("file");
        Arena arena = Arena.ofConfined()) {
      MemorySegment into = arena.allocate(3);
      file.read(0, into);
      assertThat(into.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(content);
      assertThat(directory.list()).containsExactly("file");
    }
  }
}
