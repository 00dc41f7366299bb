package dev.paceline.storage.access;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The path of a file or a pattern of paths, as a statement writes it: relative to the working
 * directory, below the home directory ({@code ~/a.csv}), or as a URL ({@code file:///a.csv}). In a
 * pattern, {@code *} stands for any characters of a name, {@code ?} for one, {@code [a-c]} for one
 * of some, {@code [!a-c]} for one of the others, and {@code **} for any number of directories. As
 * in a shell, names that begin with a point match only what begins with a point, too. Immutable.
 */
public final class FilePattern {
  /** More files than this are refused. */
  static final int MAX_FILES = 100_000;

  private static final Pattern OTHER_URL = Pattern.compile("(?i)[a-z][a-z0-9+.-]+://.*");

  private final String text;
  private final Path path;

  private FilePattern(String text, Path path) {
    this.text = text;
    this.path = path;
  }

  /**
   * Reads a path or a pattern.
   *
   * @throws PacelineException INVALID_ARGUMENT if it cannot be one, NOT_SUPPORTED for files that
   *     are not in the local file system
   */
  public static FilePattern of(String text) {
    try {
      return new FilePattern(text, localPath(text));
    } catch (InvalidPathException e) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "'" + text + "' is no path of a file: " + e.getReason(), e);
    }
  }

  private static Path localPath(String text) {
    if (text.isBlank()) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "the path of a file is empty; write the name of a file");
    }
    if (text.regionMatches(true, 0, "file:", 0, 5)) {
      return ofUrl(text);
    }
    if (OTHER_URL.matcher(text).matches()) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "reading '"
              + text
              + "' is not supported: files are read from the local file system; download it first");
    }
    if (text.equals("~") || text.startsWith("~/")) {
      return Path.of(System.getProperty("user.home"), text.substring(1));
    }
    return Path.of(text);
  }

  private static Path ofUrl(String text) {
    try {
      return Path.of(URI.create(text));
    } catch (IllegalArgumentException e) {
      // It has characters of a pattern, or a host.
      String local = text.substring("file:".length());
      if (local.startsWith("//")) {
        local = local.substring(Math.max(2, local.indexOf('/', 2)));
      }
      return Path.of(local);
    }
  }

  /** Returns the path if it is no pattern, whether there is such a file or not. */
  public Path path() {
    return path;
  }

  /**
   * Returns the files, ordered by their paths; for a path that is no pattern the path itself.
   *
   * @throws PacelineException ACCESS_DENIED if one of them may not be used, IO_ERROR if there is
   *     none, with a similar name, or if a directory cannot be read
   */
  public List<Path> files(FileAccess access) {
    List<Path> found = matches(access);
    if (found.isEmpty()) {
      throw noFile();
    }
    return found;
  }

  /**
   * Does the same, and returns no path if there is no such file.
   *
   * @throws PacelineException ACCESS_DENIED if one of them may not be used, IO_ERROR if a directory
   *     cannot be read
   */
  public List<Path> matches(FileAccess access) {
    List<Path> names = new ArrayList<>();
    path.forEach(names::add);
    Path start = path.getRoot() == null ? Path.of("") : path.getRoot();
    int fixed = 0;
    while (fixed < names.size() && !isPattern(names.get(fixed).toString())) {
      start = start.resolve(names.get(fixed++));
    }
    access.check(start);
    List<Path> found = new ArrayList<>();
    if (fixed == names.size() || Files.exists(path)) {
      found.add(path);
    } else {
      match(start, names, fixed, found);
      found.sort(null);
    }
    found.forEach(access::check);
    found.removeIf(file -> !Files.exists(file));
    return found;
  }

  private static boolean isPattern(String name) {
    return name.contains("*") || name.contains("?") || name.contains("[");
  }

  private void match(Path directory, List<Path> names, int next, List<Path> found) {
    String name = names.get(next).toString();
    boolean last = next == names.size() - 1;
    if (name.equals("**")) {
      for (Path below : directories(directory)) {
        if (last) {
          list(below, Pattern.compile("[^.].*"), Files::isRegularFile, found);
        } else {
          match(below, names, next + 1, found);
        }
      }
    } else if (!isPattern(name)) {
      Path child = directory.resolve(name);
      if (last && Files.isRegularFile(child)) {
        add(child, found);
      } else if (!last && Files.isDirectory(child)) {
        match(child, names, next + 1, found);
      }
    } else if (last) {
      list(directory, regex(name), Files::isRegularFile, found);
    } else {
      List<Path> below = new ArrayList<>();
      list(directory, regex(name), Files::isDirectory, below);
      below.forEach(child -> match(child, names, next + 1, found));
    }
  }

  /** A test of a directory's entry. */
  private interface EntryTest {
    boolean accepts(Path path);
  }

  private void list(Path directory, Pattern name, EntryTest test, List<Path> found) {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        String file = entry.getFileName().toString();
        if (name.matcher(file).matches() && test.accepts(entry)) {
          add(directory.toString().isEmpty() ? entry.getFileName() : entry, found);
        }
      }
    } catch (IOException e) {
      throw unreadable(directory, e);
    }
  }

  private void add(Path file, List<Path> found) {
    if (found.size() == MAX_FILES) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          String.format(
              Locale.ROOT,
              "more than %,d files match '%s'; use a narrower pattern",
              MAX_FILES,
              text));
    }
    found.add(file);
  }

  /** A directory and all below it, without hidden ones and without those behind links. */
  private static List<Path> directories(Path start) {
    List<Path> directories = new ArrayList<>();
    if (!Files.isDirectory(start)) {
      return directories;
    }
    try {
      Files.walkFileTree(
          start,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
              if (!path.equals(start) && path.getFileName().toString().startsWith(".")) {
                return FileVisitResult.SKIP_SUBTREE;
              }
              directories.add(path);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw unreadable(start, e);
    }
    return directories;
  }

  private static PacelineException unreadable(Path directory, IOException e) {
    return new PacelineException(
        ErrorCode.IO_ERROR,
        "directory " + directory + " cannot be read; check its permissions: " + e,
        e);
  }

  /** Translates a name with wildcards. */
  private static Pattern regex(String name) {
    StringBuilder regex = new StringBuilder(name.startsWith(".") ? "" : "(?!\\.)");
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      int end = c == '[' ? name.indexOf(']', i + 2) : -1;
      if (c == '*') {
        regex.append(".*");
      } else if (c == '?') {
        regex.append('.');
      } else if (end > 0) {
        boolean not = name.charAt(i + 1) == '!' || name.charAt(i + 1) == '^';
        String set = name.substring(i + (not ? 2 : 1), end);
        regex
            .append(not ? "[^" : "[")
            .append(set.replaceAll("[\\\\\\[\\]&^]", "\\\\$0"))
            .append(']');
        i = end;
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private PacelineException noFile() {
    if (isPattern(text)) {
      return new PacelineException(
          ErrorCode.IO_ERROR, "no file matches '" + text + "'" + suggestion() + inDirectory());
    }
    return new PacelineException(
        ErrorCode.IO_ERROR, "there is no file '" + text + "'" + suggestion() + inDirectory());
  }

  /** A relative path is good for a surprise, so the error says what it is relative to. */
  private String inDirectory() {
    return path.isAbsolute()
        ? ""
        : "; relative paths are below " + Path.of("").toAbsolutePath().normalize();
  }

  private String suggestion() {
    Path parent = path.toAbsolutePath().normalize().getParent();
    if (parent == null || isPattern(parent.toString()) || !Files.isDirectory(parent)) {
      return "";
    }
    List<Path> siblings = new ArrayList<>();
    list(parent, Pattern.compile("[^.].*", Pattern.DOTALL), Files::isRegularFile, siblings);
    String wanted = path.getFileName().toString().toLowerCase(Locale.ROOT);
    return NameSuggestion.of(
        wanted, siblings.stream().map(file -> file.getFileName().toString()).toList());
  }
}
