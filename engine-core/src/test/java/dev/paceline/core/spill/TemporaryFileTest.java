package dev.paceline.core.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.spill.TemporaryFile.Extent;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFileTest {
  @TempDir Path directory;

  private TemporaryStorage storage(long limitBytes) {
    return new TemporaryStorage(directory.resolve("made/when/needed"), limitBytes);
  }

  /** Bytes that depend on a number and the place. */
  private static MemorySegment piece(Arena arena, int bytes, int number) {
    MemorySegment segment = arena.allocate(bytes);
    for (int i = 0; i < bytes; i++) {
      segment.set(ValueLayout.JAVA_BYTE, i, (byte) (number * 31 + i));
    }
    return segment;
  }

  private static void assertFails(ErrorCode code, ThrowingCallable action, String... words) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(PacelineException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContainingAll(words);
  }

  @Test
  void piecesComeBackInAnyOrder() {
    TemporaryStorage storage = storage(1 << 20);
    try (Arena arena = Arena.ofConfined();
        TemporaryFiles files = storage.open("query 5")) {
      TemporaryFile file = files.create("sort");
      List<Extent> extents = new ArrayList<>();
      long total = 0;
      for (int i = 0; i < 50; i++) {
        // only the first bytes of a segment go to the file
        extents.add(file.append(piece(arena, 2 * i + 1, i), i + 1));
        total += i + 1;
      }
      assertThat(storage.usedBytes()).isEqualTo(total);
      assertThat(files.writtenBytes()).isEqualTo(total);
      for (int i = 49; i >= 0; i--) {
        MemorySegment target = arena.allocate(100);
        target.fill((byte) 99);
        file.read(extents.get(i), target);
        assertThat(target.asSlice(0, i + 1).mismatch(piece(arena, i + 1, i))).isEqualTo(-1);
        assertThat(target.get(ValueLayout.JAVA_BYTE, i + 1)).isEqualTo((byte) 99);
      }
      file.close();
      assertThat(storage.usedBytes()).isZero();
      assertThat(files.writtenBytes()).isEqualTo(total);
    }
  }

  @Test
  void whatHasChangedIsNotRead() {
    TemporaryStorage storage = storage(1 << 20);
    try (Arena arena = Arena.ofConfined();
        TemporaryFiles files = storage.open("query 5")) {
      TemporaryFile file = files.create("sort");
      MemorySegment target = arena.allocate(1000);
      file.append(piece(arena, 1000, 1), 1000);
      Extent extent = file.append(piece(arena, 1000, 2), 1000);
      Extent otherSum = new Extent(extent.position(), extent.bytes(), extent.checksum() ^ 1 << 7);
      Extent otherBytes = new Extent(extent.position() - 1, extent.bytes(), extent.checksum());
      Extent tooLong = new Extent(extent.position() + 1, extent.bytes(), extent.checksum());
      assertFails(
          ErrorCode.CORRUPT_DATA, () -> file.read(otherSum, target), "sort of query 5", "1000");
      assertFails(ErrorCode.CORRUPT_DATA, () -> file.read(otherBytes, target), "changed", "999");
      assertFails(ErrorCode.CORRUPT_DATA, () -> file.read(tooLong, target), "too early", "1001");
      file.read(extent, target);
      assertThat(target.mismatch(piece(arena, 1000, 2))).isEqualTo(-1);
    }
  }

  @Test
  void theQuotaIsSharedAndComesBack() {
    TemporaryStorage storage = storage(2_500);
    try (Arena arena = Arena.ofConfined();
        TemporaryFiles one = storage.open("query 1")) {
      TemporaryFiles two = storage.open("query 2");
      MemorySegment piece = piece(arena, 1000, 1);
      TemporaryFile first = one.create("sort");
      first.append(piece, 1000);
      TemporaryFile second = two.create("join");
      Extent extent = second.append(piece, 1000);
      assertFails(
          ErrorCode.DISK_FULL,
          () -> second.append(piece, 1000),
          "join of query 2",
          "1,000 bytes more",
          "2,000 of 2,500",
          storage.directory().toString());
      assertThat(storage.usedBytes()).isEqualTo(2000);
      second.append(piece, 500);
      first.close();
      assertThat(storage.usedBytes()).isEqualTo(1500);
      second.append(piece, 1000);
      second.read(extent, arena.allocate(1000));
      two.close();
      assertThat(storage.usedBytes()).isZero();
    }
  }

  @Test
  void aStorageWithoutRoomAllowsNoFiles() {
    try (TemporaryFiles none = TemporaryStorage.NONE.open("query");
        TemporaryFiles some = storage(1).open("query")) {
      assertThat(none.areAllowed()).isFalse();
      assertThat(some.areAllowed()).isTrue();
    }
    assertFails(ErrorCode.INVALID_ARGUMENT, () -> storage(-1), "-1");
    assertThat(TemporaryStorage.ofFreeSpace(directory.resolve("not/yet")).limitBytes())
        .isPositive();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void manyThreadsAppendAndRead() throws Exception {
    TemporaryStorage storage = storage(1 << 24);
    try (TemporaryFiles files = storage.open("query");
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      TemporaryFile file = files.create("sort");
      List<Future<?>> tasks = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        int first = 1000 * thread;
        tasks.add(threads.submit(() -> appendAndRead(file, first)));
      }
      for (Future<?> task : tasks) {
        task.get();
      }
      assertThat(storage.usedBytes())
          .isEqualTo(files.writtenBytes())
          .isEqualTo(4 * (400 * 1000 + 399 * 200));
    }
    assertThat(storage.usedBytes()).isZero();
  }

  private static void appendAndRead(TemporaryFile file, int first) {
    try (Arena arena = Arena.ofConfined()) {
      List<Extent> extents = new ArrayList<>();
      MemorySegment target = arena.allocate(2000);
      for (int i = 0; i < 400; i++) {
        extents.add(file.append(piece(arena, 1400, first + i), 1000 + i));
        int earlier = i / 2;
        file.read(extents.get(earlier), target);
        int length = extents.get(earlier).bytes();
        MemorySegment expected = piece(arena, 1400, first + earlier).asSlice(0, length);
        if (target.asSlice(0, length).mismatch(expected) >= 0) {
          throw new AssertionError("piece " + earlier + " of thread " + first + " is another");
        }
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void openFilesHaveNoNames() throws IOException {
    TemporaryStorage storage = storage(1 << 20);
    try (Arena arena = Arena.ofConfined();
        TemporaryFiles files = storage.open("query")) {
      TemporaryFile file = files.create("sort");
      assertThat(storage.directory()).as("before the first piece").doesNotExist();
      Extent extent = file.append(piece(arena, 100, 1), 100);
      try (Stream<Path> names = Files.list(storage.directory())) {
        assertThat(names).isEmpty();
      }
      file.read(extent, arena.allocate(100));
    }
  }

  @Test
  void nothingWorksAfterTheEnd() {
    TemporaryStorage storage = storage(1 << 20);
    try (Arena arena = Arena.ofConfined()) {
      TemporaryFiles files = storage.open("query 9");
      MemorySegment piece = piece(arena, 100, 1);
      TemporaryFile closed = files.create("sort");
      Extent extent = closed.append(piece, 100);
      TemporaryFile open = files.create("join");
      open.append(piece, 100);
      closed.close();
      closed.close();
      assertThat(storage.usedBytes()).isEqualTo(100);
      assertFails(ErrorCode.CLOSED, () -> closed.append(piece, 100), "sort of query 9");
      assertFails(ErrorCode.CLOSED, () -> closed.read(extent, piece), "sort of query 9");
      assertThat(storage.usedBytes()).isEqualTo(100);
      files.close();
      files.close();
      assertThat(storage.usedBytes()).isZero();
      assertFails(ErrorCode.CLOSED, () -> open.append(piece, 100), "join of query 9");
      assertFails(ErrorCode.CLOSED, () -> files.create("sort"), "query 9");
    }
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    TemporaryStorage storage = new TemporaryStorage(file.resolve("folder"), 1000);
    try (Arena arena = Arena.ofConfined();
        TemporaryFiles files = storage.open("query")) {
      assertFails(
          ErrorCode.IO_ERROR,
          () -> files.create("sort").append(arena.allocate(10), 10),
          "sort of query",
          storage.directory().toString());
      assertThat(storage.usedBytes()).isZero();
    }
  }
}
