package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What compilers do not check. Run with {@code -Dformat=apply} to have all sources formatted
 * instead of compared.
 */
@WithoutC2
class HouseRulesTest {
  private static final int MAX_LINES = 900;
  private static final int MAX_CLASSES = 30;

  /** Ids of private notes, and words that are not the field's terms. */
  private static final Pattern PRIVATE_WORDS =
      Pattern.compile(
          "(?i)\\bdigests? \\d|\\b(so-manieth|minds? case|utmost|an own|foresee\\w*|goes? round)\\b"
              + "|\\b(without further ado|as ever|memory is for fewer|of which nobody)\\b"
              + "|\\bgreatest (value|key|lane|number)\\b"
              + "|(?-i)\\((?:[FBKHDAE]\\d{1,2})(?:[,)]| to )");

  /**
   * Descriptions that begin with a preposition, "where" or "what" instead of a subject or a verb.
   */
  private static final Pattern INVERTED_START =
      Pattern.compile(
          "^(Of|From|With|Where|What|Per|By|As|Without|Beside|Until|Behind|Under|Before|After|For)"
              + " ");

  /** Numbers that a sentence does not name, where it could name a parameter or a constant. */
  private static final Pattern UNNAMED_NUMBER =
      Pattern.compile("(?i)\\bso many\\b(?!.*\\bthat\\b)");

  /**
   * Digests of the sources that earlier runs found to be formatted. Formatting all sources takes
   * about a minute of CPU time; most of them are those of the run before.
   */
  private static final Path FORMATTED = Path.of("target", "formatted-sources.txt");

  @Test
  void sourcesAreFormatted() throws IOException {
    boolean apply = "apply".equals(System.getProperty("format"));
    Set<String> known =
        Files.exists(FORMATTED) ? Set.copyOf(Files.readAllLines(FORMATTED)) : Set.of();
    Set<String> formatted = new ConcurrentSkipListSet<>();
    List<Path> wrong =
        SourceTree.javaFiles().parallelStream()
            .filter(
                file -> {
                  String source = SourceTree.read(file);
                  String digest = digest(source);
                  if (known.contains(digest) || formatted(source).equals(source)) {
                    formatted.add(digest);
                    return false;
                  }
                  return true;
                })
            .toList();
    Files.createDirectories(FORMATTED.getParent());
    Files.write(FORMATTED, formatted);
    if (apply) {
      for (Path file : wrong) {
        Files.writeString(file, formatted(SourceTree.read(file)));
      }
      return;
    }
    assertThat(wrong)
        .as("not in google-java-format; mend with -Dformat=apply (see docs/contributing.md)")
        .isEmpty();
  }

  /** Returns a digest of a source and of the formatter's jar, whose name has its version. */
  private static String digest(String source) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      Path jar =
          Path.of(Formatter.class.getProtectionDomain().getCodeSource().getLocation().getPath());
      digest.update(jar.getFileName().toString().getBytes(StandardCharsets.UTF_8));
      digest.update(source.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String formatted(String source) {
    try {
      String used = RemoveUnusedImports.removeUnusedImports(source);
      return new Formatter().formatSource(ImportOrderer.reorderImports(used, Style.GOOGLE));
    } catch (FormatterException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void everyPackageSaysWhatItIsFor() {
    Set<Path> missing = new TreeSet<>();
    for (Path file : SourceTree.javaFiles()) {
      if (!file.toString().contains("src/main/java") || file.endsWith("module-info.java")) {
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

  /** A search or a stack trace for a simple name leads to one class. */
  @Test
  void simpleNamesOccurOnce() {
    Map<String, Long> names =
        new TreeMap<>(
            mainClasses()
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

  /** Comments are sentences that a stranger understands without knowing the code. */
  @Test
  void commentsArePlain() {
    List<String> found = new ArrayList<>();
    for (Path file : SourceTree.javaFiles()) {
      List<String> lines = SourceTree.read(file).lines().toList();
      boolean first = false;
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).strip();
        boolean javadoc = line.startsWith("/**");
        if (javadoc || line.startsWith("*") || line.startsWith("//")) {
          String words = line.replaceFirst("^(/\\*\\*|\\*|//)\\s*", "");
          if (PRIVATE_WORDS.matcher(words).find()
              || UNNAMED_NUMBER.matcher(words).find()
              || (javadoc || first)
                  && file.toString().contains("src/main/java")
                  && INVERTED_START.matcher(words).find()) {
            found.add(SourceTree.root().relativize(file) + ":" + (i + 1) + ": " + line);
          }
        }
        first = line.equals("/**");
      }
    }
    assertThat(found).as("comments to be written in plain words").isEmpty();
  }

  @Test
  void pagesArePlain() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> docs = Files.walk(SourceTree.root().resolve("docs"));
        Stream<Path> front = Files.list(SourceTree.root())) {
      Stream<Path> files = Stream.concat(docs, front);
      for (Path file : files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
          if (PRIVATE_WORDS.matcher(lines.get(i)).find()) {
            found.add(SourceTree.root().relativize(file) + ":" + (i + 1) + ": " + lines.get(i));
          }
        }
      }
    }
    assertThat(found).as("lines of pages to be written in plain words").isEmpty();
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
