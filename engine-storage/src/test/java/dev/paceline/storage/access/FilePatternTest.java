package dev.paceline.storage.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePatternTest {
  @TempDir private Path directory;

  @BeforeEach
  void makeFiles() throws IOException {
    for (String name :
        List.of(
            "b.csv",
            "a.csv",
            "a10.csv",
            "c.txt",
            ".hidden.csv",
            "odd [1].csv",
            "year=2025/x.csv",
            "year=2026/x.csv",
            "year=2026/deep/y.csv")) {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, name);
    }
  }

  private List<String> files(String pattern) {
    return FilePattern.of(directory + "/" + pattern).files(FileAccess.ALL).stream()
        .map(file -> directory.relativize(file).toString())
        .toList();
  }

  @Test
  void aPathIsItself() {
    assertThat(files("a.csv")).containsExactly("a.csv");
    assertThat(files("year=2025/../b.csv")).hasSize(1);
    assertThat(FilePattern.of(directory.resolve("a.csv").toUri().toString()).path())
        .isEqualTo(directory.resolve("a.csv"));
    assertThat(FilePattern.of("file:" + directory + "/*.txt").files(FileAccess.ALL)).hasSize(1);
    assertThat(FilePattern.of("~/x.csv").path())
        .isEqualTo(Path.of(System.getProperty("user.home"), "x.csv"));
  }

  @Test
  void aPatternGivesFilesInOrder() {
    assertThat(files("*.csv")).containsExactly("a.csv", "a10.csv", "b.csv", "odd [1].csv");
    assertThat(files("?.csv")).containsExactly("a.csv", "b.csv");
    assertThat(files("[b-z].*")).containsExactly("b.csv", "c.txt");
    assertThat(files("[!b-z].*")).containsExactly("a.csv");
    assertThat(files("year=*/*.csv")).containsExactly("year=2025/x.csv", "year=2026/x.csv");
    assertThat(files("year=*/**/*.csv"))
        .containsExactly("year=2025/x.csv", "year=2026/deep/y.csv", "year=2026/x.csv");
    assertThat(files("**/x.csv")).containsExactly("year=2025/x.csv", "year=2026/x.csv");
    assertThat(files(".h*")).containsExactly(".hidden.csv");
    assertThat(files("odd [1].csv")).containsExactly("odd [1].csv");
  }

  @Test
  void noMatchIsAnErrorWithTheNearestName() {
    assertFails("a.csw", ErrorCode.IO_ERROR, "there is no file", "did you mean a.csv?");
    assertFails("*.parquet", ErrorCode.IO_ERROR, "no file matches");
    assertFails("nowhere/*.csv", ErrorCode.IO_ERROR, "no file matches");
    assertThatThrownBy(() -> FilePattern.of("missing-file.csv").files(FileAccess.ALL))
        .hasMessageContaining("relative paths are below " + Path.of("").toAbsolutePath());
  }

  private void assertFails(String pattern, ErrorCode code, String... parts) {
    assertThatThrownBy(() -> files(pattern))
        .isInstanceOfSatisfying(
            PacelineException.class, error -> assertThat(error.code()).isEqualTo(code))
        .hasMessageContainingAll(parts);
  }

  @Test
  void whatIsNoPathOfALocalFileIsRefused() {
    assertThatThrownBy(() -> FilePattern.of(" ")).hasMessageContaining("empty");
    assertThatThrownBy(() -> FilePattern.of("a\0b")).hasMessageContaining("no path");
    assertThatThrownBy(() -> FilePattern.of("https://example.com/a.csv"))
        .isInstanceOfSatisfying(
            PacelineException.class,
            error -> assertThat(error.code()).isEqualTo(ErrorCode.NOT_SUPPORTED));
  }

  @Test
  void filesOutsideOfTheDirectoriesAreRefused() throws IOException {
    Path allowed = directory.resolve("year=2026");
    FileAccess access = FileAccess.below(List.of(allowed));
    assertThat(FilePattern.of(allowed + "/*.csv").files(access)).hasSize(1);
    access.check(allowed.resolve("new/file.csv"));
    for (String outside :
        List.of("a.csv", "*.csv", "missing.csv", "year=2026/../a.csv", "year=2025/x.csv", "**")) {
      assertDenied(outside, access);
    }
    Files.createSymbolicLink(allowed.resolve("link.csv"), directory.resolve("a.csv"));
    Files.createSymbolicLink(allowed.resolve("up"), directory);
    assertDenied("year=2026/link.csv", access);
    assertDenied("year=2026/up/a.csv", access);
    assertDenied("year=2026/up/new.csv", access);
    assertDenied("year=2026/deep/y.csv", FileAccess.NONE);
  }

  private void assertDenied(String pattern, FileAccess access) {
    assertThatThrownBy(() -> FilePattern.of(directory + "/" + pattern).files(access))
        .isInstanceOfSatisfying(
            PacelineException.class,
            error -> assertThat(error.code()).isEqualTo(ErrorCode.ACCESS_DENIED))
        .hasMessageContaining("--files");
  }
}
