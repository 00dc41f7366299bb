package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.function.Casts;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.TextCache;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.kernel.StringKernels;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Functions that split a string into a list of strings. */
public final class StringSplits {
  private static final Pattern SEPARATORS = Pattern.compile("[/\\\\]+");

  private StringSplits() {}

  /**
   * The parts between separators; all characters if the separator is empty, and the whole string if
   * it is NULL.
   */
  public static Expression split(Expression text, Expression separator) {
    return new NestedCall(
        "string_split",
        DataType.list(DataType.VARCHAR),
        List.of(text, separator),
        false,
        context -> {
          TextCache<byte[]> separators =
              new TextCache<>(string -> string.getBytes(StandardCharsets.UTF_8));
          return (a, row, out) -> {
            if (a[0].isNull(row)) {
              out.appendNull();
              return;
            }
            split(a[0], row, a[1].isNull(row) ? null : separators.get(a[1], row), out.text());
            out.text().append(NestedFormat.END);
            out.endText();
          };
        });
  }

  /** Looks for the bytes of the separator: in UTF-8 they are not a part of other characters. */
  private static void split(
      ColumnVector texts, int row, byte @Nullable [] separator, TextWriter out) {
    MemorySegment heap = texts.valueHeap();
    long view = texts.getView(row);
    long from = StringView.offset(view);
    long end = from + StringView.length(view);
    if (separator != null && separator.length == 0) {
      Utf8.string(heap, view)
          .codePoints()
          .forEach(c -> NestedFormat.appendString(Character.toString(c), out));
      return;
    }
    if (separator != null) {
      StringKernels kernels = StringKernels.current();
      for (long at = kernels.indexOf(heap, from, end, separator);
          at >= 0;
          at = kernels.indexOf(heap, from, end, separator)) {
        NestedFormat.appendElement(heap, from, at - from, out);
        from = at + separator.length;
      }
    }
    NestedFormat.appendElement(heap, from, end - from, out);
  }

  /** The parts of a path, which slashes and backslashes separate; a separator in front is one. */
  public static Expression ofPath(Expression path) {
    return new NestedCall(
        "parse_path",
        DataType.list(DataType.VARCHAR),
        List.of(path),
        true,
        context ->
            (a, row, out) -> {
              String text = Utf8.string(a[0], row);
              if (text.startsWith("/") || text.startsWith("\\")) {
                NestedFormat.appendString(text.substring(0, 1), out.text());
              }
              for (String part : SEPARATORS.split(text)) {
                if (!part.isEmpty()) {
                  NestedFormat.appendString(part, out.text());
                }
              }
              ListFunctions.end(out);
            });
  }

  /** The parts between the matches of a regular expression. */
  public static Expression splitByPattern(Expression text, Expression pattern) {
    return new NestedCall(
        "regexp_split_to_array",
        DataType.list(DataType.VARCHAR),
        List.of(text, pattern),
        true,
        context -> {
          PatternCache patterns = new PatternCache();
          return (a, row, out) -> {
            split(Utf8.string(a[0], row), patterns.of(Utf8.string(a[1], row)), out.text());
            out.text().append(NestedFormat.END);
            out.endText();
          };
        });
  }

  /**
   * The matches of a regular expression, or what one of its groups has in them.
   *
   * @param group its number, 0 for the whole match
   */
  public static Expression matches(Expression text, Expression pattern, Expression group) {
    return new NestedCall(
        "regexp_extract_all",
        DataType.list(DataType.VARCHAR),
        List.of(text, pattern, Casts.cast(group, DataType.INT64)),
        true,
        context -> {
          PatternCache patterns = new PatternCache();
          return (a, row, out) -> {
            Matcher matcher = patterns.of(Utf8.string(a[1], row)).matcher(Utf8.string(a[0], row));
            matches(matcher, a[2].getLong(row), out.text());
            out.text().append(NestedFormat.END);
            out.endText();
          };
        });
  }

  private static void matches(Matcher matcher, long group, TextWriter out) {
    if (group < 0 || group > matcher.groupCount()) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the pattern '"
              + matcher.pattern()
              + "' has "
              + matcher.groupCount()
              + " groups, not a group "
              + group);
    }
    while (matcher.find()) {
      String part = matcher.group((int) group);
      if (part == null) {
        NestedFormat.appendNull(DataType.VARCHAR, out);
      } else {
        NestedFormat.appendString(part, out);
      }
    }
  }

  private static void split(String text, Pattern pattern, TextWriter out) {
    Matcher matcher = pattern.matcher(text);
    int from = 0;
    while (matcher.find()) {
      int end = matcher.end();
      if (end == matcher.start()) {
        if (end == 0 || end == text.length()) {
          continue; // an empty match at an end separates nothing
        }
      }
      NestedFormat.appendString(text.substring(from, matcher.start()), out);
      from = end;
    }
    NestedFormat.appendString(text.substring(from), out);
  }

  /** The pattern of the last row. */
  private static final class PatternCache {
    private String text = "";
    private Pattern pattern = Pattern.compile("");

    Pattern of(String wanted) {
      if (!wanted.equals(text)) {
        try {
          pattern = Pattern.compile(wanted);
        } catch (PatternSyntaxException e) {
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "'" + wanted + "' is not a regular expression: " + e.getDescription(),
              e);
        }
        text = wanted;
      }
      return pattern;
    }
  }
}
