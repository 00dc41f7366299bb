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
 * Infers the type of a value from a sample. Objects become structs, or maps if they share hardly
 * any members, and arrays become lists. Values become strings if only some of them are nested. Not
 * thread-safe.
 */
final class TypeGuess {
  private final JsonOptions options;
  private final int depth;
  private final Set<Candidate> candidates = EnumSet.allOf(Candidate.class);
  private final Map<String, TypeGuess> members = new LinkedHashMap<>();

  /** The values of all members of objects that are maps. */
  private @Nullable TypeGuess values;

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
    TIMESTAMP(DataType.TIMESTAMP),
    MOMENT(DataType.TIMESTAMP_LTZ);

    private final DataType type;

    Candidate(DataType type) {
      this.type = type;
    }
  }

  /**
   * @param depth of the values, 0 for whole records and 1 for those of columns
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
      TypeGuess member = values;
      if (member == null) {
        member =
            members.computeIfAbsent(
                parser.currentName(), name -> new TypeGuess(options, depth + 1));
      }
      appearances++;
      parser.nextToken();
      member.add(parser);
      if (members.size() >= options.mapMembers()) {
        values = mapValues();
      }
    }
  }

  /** Returns what the values of all members are, which become those of a map. */
  private TypeGuess mapValues() {
    TypeGuess all = values == null ? new TypeGuess(options, depth + 1) : values;
    members.values().forEach(all::merge);
    members.clear();
    return all;
  }

  /** Adds the values that another guess has seen. */
  private void merge(TypeGuess other) {
    candidates.retainAll(other.candidates);
    hasScalar |= other.hasScalar;
    hasArray |= other.hasArray;
    objects += other.objects;
    appearances += other.appearances;
    if (other.elements != null) {
      TypeGuess element = elements == null ? new TypeGuess(options, depth + 1) : elements;
      element.merge(other.elements);
      elements = element;
    }
    other.members.forEach(
        (name, member) ->
            members.computeIfAbsent(name, same -> new TypeGuess(options, depth + 1)).merge(member));
    if (other.values != null || values != null || members.size() >= options.mapMembers()) {
      TypeGuess all = mapValues();
      if (other.values != null) {
        all.merge(other.values);
      }
      values = all;
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
                  TemporalStrings.timestamp(text, options.timestamp()) == TemporalStrings.INVALID
                      || TemporalStrings.hasZone(text, options.timestamp());
              case MOMENT ->
                  TemporalStrings.timestamp(text, options.timestamp()) == TemporalStrings.INVALID;
              case INTEGER -> !options.convertsStrings() || !text.matches("[-+]?\\d{1,18}");
              case BOOLEAN, NUMBER -> true;
            });
  }

  /** Whether further values do not matter, because a string holds all of them. */
  private boolean isString() {
    boolean isMixed = (hasScalar ? 1 : 0) + (hasArray ? 1 : 0) + (objects > 0 ? 1 : 0) > 1;
    return isMixed || depth >= options.maxDepth();
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
          : DataType.map(DataType.VARCHAR, mapValues().type());
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
        && (options.mapMembers() == Integer.MAX_VALUE
            || (double) appearances / objects >= options.minAppearance() * members.size());
  }
}
