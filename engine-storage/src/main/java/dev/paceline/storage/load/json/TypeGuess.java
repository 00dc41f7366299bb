package dev.paceline.storage.load.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonToken;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Infers the type of a value from a sample. Objects become structs, and arrays become lists. Values
 * become strings if only some of them are nested, or if objects share hardly any members. Not
 * thread-safe.
 */
final class TypeGuess {
  /** Objects with more different members are no structs. */
  private static final int MAX_MEMBERS = 200;

  private final JsonOptions options;
  private final int depth;
  private final Set<Candidate> candidates = EnumSet.allOf(Candidate.class);
  private final Map<String, TypeGuess> members = new LinkedHashMap<>();
  private @Nullable TypeGuess elements;
  private boolean hasScalar;
  private boolean hasArray;
  private long objects;
  private long appearances;

  /** The possible types of the values; the first one that fits is chosen. */
  private enum Candidate {
    BOOLEAN(DataType.BOOLEAN),
    INTEGER(DataType.INT64),
    NUMBER(DataType.FLOAT64),
    DATE(DataType.DATE),
    TIME(DataType.TIME),
    TIMESTAMP(DataType.TIMESTAMP);

    private final DataType type;

    Candidate(DataType type) {
      this.type = type;
    }
  }

  /**
   * @param depth of the values, 1 for those of columns
   */
  TypeGuess(JsonOptions options, int depth) {
    this.options = options;
    this.depth = depth;
  }

  /** Looks at the current value, and moves to its last token. */
  void add(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return;
    }
    if (token == JsonToken.START_OBJECT) {
      objects++;
    } else if (token == JsonToken.START_ARRAY) {
      hasArray = true;
    } else {
      hasScalar = true;
    }
    if (isString()) {
      parser.skipChildren();
      return;
    }
    switch (token) {
      case START_OBJECT -> addMembers(parser);
      case START_ARRAY -> addElements(parser);
      case VALUE_TRUE, VALUE_FALSE -> candidates.removeIf(c -> c != Candidate.BOOLEAN);
      case VALUE_NUMBER_INT -> {
        NumberType type = parser.getNumberType();
        boolean isLong = type == NumberType.INT || type == NumberType.LONG;
        candidates.removeIf(c -> c != Candidate.NUMBER && !(c == Candidate.INTEGER && isLong));
      }
      case VALUE_NUMBER_FLOAT -> candidates.removeIf(c -> c != Candidate.NUMBER);
      default -> addString(parser.getText());
    }
  }

  private void addMembers(JsonParser parser) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      TypeGuess member =
          members.computeIfAbsent(parser.currentName(), name -> new TypeGuess(options, depth + 1));
      appearances++;
      parser.nextToken();
      member.add(parser);
    }
  }

  private void addElements(JsonParser parser) throws IOException {
    TypeGuess element = elements;
    if (element == null) {
      element = new TypeGuess(options, depth + 1);
      elements = element;
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      element.add(parser);
    }
  }

  private void addString(String text) {
    candidates.removeIf(
        c ->
            switch (c) {
              case DATE -> TemporalStrings.date(text, options.date()) == TemporalStrings.INVALID;
              case TIME -> TemporalStrings.time(text) == TemporalStrings.INVALID;
              case TIMESTAMP ->
                  TemporalStrings.timestamp(text, options.timestamp()) == TemporalStrings.INVALID;
              case INTEGER -> !options.convertsStrings() || !text.matches("[-+]?\\d{1,18}");
              case BOOLEAN, NUMBER -> true;
            });
  }

  /** Whether further values do not matter, because a string holds all of them. */
  private boolean isString() {
    boolean isMixed = (hasScalar ? 1 : 0) + (hasArray ? 1 : 0) + (objects > 0 ? 1 : 0) > 1;
    return isMixed || depth >= options.maxDepth() || members.size() > MAX_MEMBERS;
  }

  DataType type() {
    if (isString()) {
      return DataType.VARCHAR;
    }
    if (objects > 0) {
      return isStruct()
          ? DataType.struct(
              members.entrySet().stream()
                  .map(member -> new StructField(member.getKey(), member.getValue().type()))
                  .toList())
          : DataType.VARCHAR;
    }
    if (elements != null) {
      return DataType.list(elements.type());
    }
    return !hasScalar || candidates.isEmpty()
        ? DataType.VARCHAR
        : candidates.iterator().next().type;
  }

  /** Whether the members have names that differ, and an object has enough of them. */
  private boolean isStruct() {
    Set<String> names = new HashSet<>();
    for (String name : members.keySet()) {
      if (name.isEmpty() || !names.add(name.toLowerCase(Locale.ROOT))) {
        return false;
      }
    }
    return !members.isEmpty()
        && (double) appearances / objects >= options.minAppearance() * members.size();
  }
}
