package dev.paceline.storage.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.paceline.core.error.ErrorCode;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileFailureTest {
  private static ErrorCode codeOf(IOException cause) {
    return FileFailure.of(cause, "write", "a file").code();
  }

  @Test
  void everyKindOfFailureHasItsCode() {
    assertThat(codeOf(new IOException("No space left on device"))).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(codeOf(new FileSystemException("a", null, "Disk quota exceeded")))
        .isEqualTo(ErrorCode.DISK_FULL);
    assertThat(codeOf(new AccessDeniedException("a"))).isEqualTo(ErrorCode.ACCESS_DENIED);
    assertThat(codeOf(new FileSystemException("a", null, "Read-only file system")))
        .isEqualTo(ErrorCode.READ_ONLY);
    assertThat(codeOf(new EOFException("the file ends"))).isEqualTo(ErrorCode.CORRUPT_DATA);
    assertThat(codeOf(new ClosedByInterruptException())).isEqualTo(ErrorCode.CANCELLED);
    assertThat(codeOf(new IOException("Input/output error"))).isEqualTo(ErrorCode.IO_ERROR);
    assertThat(codeOf(new IOException())).isEqualTo(ErrorCode.IO_ERROR);
  }

  @Test
  void whoMayNotWriteIsToldThatReadingMaySuffice() {
    for (String action : List.of("lock", "create", "write")) {
      assertThat(FileFailure.of(new AccessDeniedException("a"), action, "a file"))
          .hasMessageContaining("open the database with readOnly=true");
    }
    assertThat(FileFailure.of(new AccessDeniedException("a"), "read", "a file"))
        .hasMessage("no permission to read a file; run as its owner or change its rights");
    assertThat(FileFailure.of(new IOException("Read-only file system"), "lock", "a file"))
        .hasMessageContaining("the file system is read-only; open the database with readOnly=true");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsRecognised() throws IOException {
    try (FileBlockStore full = new FileBlockStore(Path.of("/dev/full"), StandardOpenOption.WRITE)) {
      IOException failure =
          catchThrowableOfType(
              IOException.class, () -> full.write(0, MemorySegment.ofArray(new byte[10])));
      assertThat(codeOf(failure)).isEqualTo(ErrorCode.DISK_FULL);
    }
  }

  @Test
  void aFileThatEndsTooEarlyIsRecognised(@TempDir Path folder) throws IOException {
    Path path = Files.write(folder.resolve("short"), new byte[100]);
    try (FileBlockStore file = new FileBlockStore(path, StandardOpenOption.READ)) {
      file.read(90, MemorySegment.ofArray(new byte[10]));
      IOException failure =
          catchThrowableOfType(
              IOException.class, () -> file.read(90, MemorySegment.ofArray(new byte[11])));
      assertThat(failure).hasMessage("the file ends at 100, bytes up to 101 are wanted");
      assertThat(codeOf(failure)).isEqualTo(ErrorCode.CORRUPT_DATA);
    }
  }
}
