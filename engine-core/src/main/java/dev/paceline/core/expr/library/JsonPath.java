package dev.paceline.core.expr.library;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;

/**
 * The place of a value in JSON: {@code $.name."another name"[0][-1]}, {@code /name/0}, or the name
 * of a member. With {@code [*]}, {@code .*} and {@code ..}, it is the place of several values.
 * Immutable.
 */
final class JsonPath {
  private final List<Step> steps;

  /** A way from a value to a part of it. */
  private sealed interface Step {
    /** A part of an object, or of an array if the name is a number. */
    record Member(String name) implements Step {}

    /** A part of an array, counted from the end if the index is negative. */
    record Element(int index) implements Step {}

    /** All elements of an array, or all members of an object. */
    record All(boolean elements) implements Step {}

    /** The value and all that is in it, each before what is in itself. */
    record Anywhere() implements Step {}
  }

  private JsonPath(List<Step> steps) {
    this.steps = List.copyOf(steps);
  }

  /**
   * @throws PacelineException INVALID_ARGUMENT if the text is no path
   */
  static JsonPath of(String text) {
    if (text.startsWith("$")) {
      return new JsonPath(ofDollar(text));
    }
    List<Step> steps = new ArrayList<>();
    if (text.startsWith("/")) {
      for (String name : text.substring(1).split("/", -1)) {
        steps.add(new Step.Member(name.replace("~1", "/").replace("~0", "~")));
      }
    } else {
      steps.add(new Step.Member(text));
    }
    return new JsonPath(steps);
  }

  private static List<Step> ofDollar(String text) {
    List<Step> steps = new ArrayList<>();
    int at = 1;
    while (at < text.length()) {
      char first = text.charAt(at);
      int end;
      if (first == '[' && text.startsWith("*]", at + 1)) {
        end = at + 3;
        steps.add(new Step.All(true));
      } else if (text.startsWith("..", at) && at + 2 < text.length()) {
        end = text.charAt(at + 2) == '[' ? at + 2 : at + 1;
        steps.add(new Step.Anywhere());
      } else if (isWildcard(text, at)) {
        end = at + 2;
        steps.add(new Step.All(false));
      } else if (first == '[') {
        end = text.indexOf(']', at);
        steps.add(new Step.Element(index(text, at + 1, end)));
        end++;
      } else if (first == '.' && text.startsWith("\"", at + 1)) {
        end = text.indexOf('"', at + 2);
        if (end < 0) {
          throw invalid(text);
        }
        steps.add(new Step.Member(text.substring(at + 2, end)));
        end++;
      } else if (first == '.') {
        end = at + 1;
        while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
          end++;
        }
        if (end == at + 1 || text.charAt(at + 1) == '*') { // a name such as *a needs quotes
          throw invalid(text);
        }
        steps.add(new Step.Member(text.substring(at + 1, end)));
      } else {
        throw invalid(text);
      }
      at = end;
    }
    return steps;
  }

  private static boolean isWildcard(String text, int at) {
    return text.startsWith(".*", at)
        && (at + 2 == text.length() || text.charAt(at + 2) == '.' || text.charAt(at + 2) == '[');
  }

  private static int index(String text, int from, int end) {
    try {
      int digits = text.startsWith("#-", from) ? from + 1 : from; // [#-1] is [-1]
      if (end > digits) {
        return Integer.parseInt(text, digits, end, 10);
      }
    } catch (NumberFormatException e) {
      // The error below names the path.
    }
    throw invalid(text);
  }

  private static PacelineException invalid(String text) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT, "'" + text + "' is no path; write it as $.name[0]");
  }

  /**
   * Returns the value at the path; a missing node if there is none.
   *
   * @throws PacelineException NOT_SUPPORTED if the path is that of several values
   */
  JsonNode in(JsonNode root) {
    JsonNode node = root;
    for (Step step : steps) {
      node = part(node, step);
    }
    return node;
  }

  /** Returns the values at the path, in their order. */
  List<JsonNode> allIn(JsonNode root) {
    List<JsonNode> nodes = List.of(root);
    for (Step step : steps) {
      List<JsonNode> next = new ArrayList<>();
      for (JsonNode node : nodes) {
        switch (step) {
          case Step.All all when all.elements() ? node.isArray() : node.isObject() ->
              node.forEach(next::add);
          case Step.All _ -> {
            // It has no such parts.
          }
          case Step.Anywhere _ -> addAll(node, next);
          default -> {
            JsonNode part = part(node, step);
            if (!part.isMissingNode()) {
              next.add(part);
            }
          }
        }
      }
      nodes = next;
    }
    return nodes;
  }

  private static void addAll(JsonNode node, List<JsonNode> all) {
    all.add(node);
    for (JsonNode part : node) {
      addAll(part, all);
    }
  }

  private static JsonNode part(JsonNode node, Step step) {
    return switch (step) {
      case Step.Member member when node.isArray() && isNumber(member.name()) ->
          node.path(Integer.parseInt(member.name()));
      case Step.Member member -> node.path(member.name());
      case Step.Element element ->
          node.path(element.index() < 0 ? node.size() + element.index() : element.index());
      case Step.All _, Step.Anywhere _ ->
          throw new PacelineException(
              ErrorCode.NOT_SUPPORTED,
              "a path of JSON with a wildcard is supported as a literal of json_extract and"
                  + " json_extract_string only");
    };
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() < 10
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
