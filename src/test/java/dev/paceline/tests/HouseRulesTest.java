package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What compilers do not check. Run with {@code -Dformat=apply} to have all sources formatted
 * instead of compared.
 */
class HouseRulesTest {
  private static final int MAX_LINES = 900;
  private static final int MAX_CLASSES = 30;

  @Test
  void sourcesAreFormatted() throws IOException, FormatterException {
    boolean apply = "apply".equals(System.getProperty("format"));
    Formatter formatter = new Formatter();
    List<Path> wrong = new ArrayList<>();
    for (Path file : SourceTree.javaFiles()) {
      String source = SourceTree.read(file);
      String formatted = formatter.formatSource(RemoveUnusedImports.removeUnusedImports(source));
      if (!formatted.equals(source)) {
        if (apply) {
          Files.writeString(file, formatted);
        } else {
          wrong.add(SourceTree.root().relativize(file));
        }
      }
    }
    assertThat(wrong)
        .as("not in google-java-format; mend with -Dformat=apply (see README)")
        .isEmpty();
  }

  @Test
  void everyPackageSaysWhatItIsFor() {
    Set<Path> missing = new TreeSet<>();
    for (Path file : SourceTree.javaFiles()) {
      if (!file.toString().contains("src/main/java")) {
        continue;
      }
      Path packageInfo = file.resolveSibling("package-info.java");
      if (!Files.exists(packageInfo) || !SourceTree.read(packageInfo).contains("/**")) {
        missing.add(SourceTree.root().relativize(file.getParent()));
      }
    }
    assertThat(missing).as("packages without a documented package-info.java").isEmpty();
  }

  @Test
  void filesStayReadable() {
    List<String> tooLong = new ArrayList<>();
    for (Path file : SourceTree.javaFiles()) {
      long lines = SourceTree.read(file).lines().count();
      if (lines > MAX_LINES) {
        tooLong.add(SourceTree.root().relativize(file) + ": " + lines + " lines");
      }
    }
    assertThat(tooLong).as("files of more than " + MAX_LINES + " lines").isEmpty();
  }

  @Test
  void packagesStaySmall() {
    Map<Path, Long> large = new TreeMap<>(classesByPackage());
    large.values().removeIf(count -> count <= MAX_CLASSES);
    assertThat(large).as("packages of more than " + MAX_CLASSES + " classes").isEmpty();
  }

  private static Map<Path, Long> classesByPackage() {
    return mainClasses()
        .collect(
            Collectors.groupingBy(
                file -> SourceTree.root().relativize(file).getParent(), Collectors.counting()));
  }

  /** The files of classes of the engine, which a stack trace names without their packages. */
  @Test
  void simpleNamesOccurOnce() {
    Map<String, Long> names =
        new TreeMap<>(
            mainClasses()
                .filter(file -> !file.toString().contains("/benchmarks/"))
                .collect(
                    Collectors.groupingBy(
                        file -> file.getFileName().toString(), Collectors.counting())));
    names.values().removeIf(count -> count == 1);
    assertThat(names).as("simple names of several classes").isEmpty();
  }

  private static Stream<Path> mainClasses() {
    return SourceTree.javaFiles().stream()
        .filter(file -> file.toString().contains("src/main/java"))
        .filter(file -> !file.endsWith("package-info.java"));
  }

  @Test
  void publicTypesAreDocumented() {
    List<Path> bare = new ArrayList<>();
    for (Path file : SourceTree.javaFiles()) {
      String source = SourceTree.read(file);
      if (file.toString().contains("src/main/java")
          && source.contains("\npublic ")
          && !source.substring(0, source.indexOf("\npublic ")).contains("/**")) {
        bare.add(SourceTree.root().relativize(file));
      }
    }
    assertThat(bare).as("public types without Javadoc").isEmpty();
  }
}
