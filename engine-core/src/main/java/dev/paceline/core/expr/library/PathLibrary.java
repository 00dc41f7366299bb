package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.type.DataType.BOOLEAN;
import static dev.paceline.core.type.DataType.VARCHAR;

import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.Utf8;
import java.util.List;
import java.util.function.UnaryOperator;

/** Functions of paths, whose parts a slash or a backslash separates. */
final class PathLibrary {
  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          ofPath("parse_filename", "Returns the last part of a path.", PathLibrary::fileName),
          new LibraryFunction(
              "parse_filename",
              List.of(VARCHAR, BOOLEAN),
              VARCHAR,
              FAILS,
              "Does the same, without the suffix if the second argument is true.",
              RowFunctions.text(
                  (a, row, out) -> {
                    String name = fileName(Utf8.string(a[0], row));
                    out.append(a[1].getBoolean(row) ? withoutSuffix(name) : name);
                  })),
          ofPath(
              "parse_dirname",
              "Returns the first part of a path.",
              path -> path.substring(0, Math.max(firstSeparator(path), 0))),
          ofPath(
              "parse_dirpath",
              "Returns a path without its last part.",
              path -> path.substring(0, Math.max(lastSeparator(path), 0))));

  private PathLibrary() {}

  private static LibraryFunction ofPath(
      String name, String description, UnaryOperator<String> part) {
    return new LibraryFunction(
        name,
        List.of(VARCHAR),
        VARCHAR,
        FAILS,
        description,
        RowFunctions.text((a, row, out) -> out.append(part.apply(Utf8.string(a[0], row)))));
  }

  private static String fileName(String path) {
    return path.substring(lastSeparator(path) + 1);
  }

  private static String withoutSuffix(String name) {
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  private static int lastSeparator(String path) {
    return Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  }

  private static int firstSeparator(String path) {
    int slash = path.indexOf('/');
    int backslash = path.indexOf('\\');
    return slash < 0 || backslash >= 0 && backslash < slash ? backslash : slash;
  }
}
