package dev.paceline.storage.load.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonToken;
import dev.paceline.core.type.DataType;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;

/** The type of a column, narrowed down by the values of a sample. Not thread-safe. */
final class TypeGuess {
  private final JsonOptions options;
  private final Set<Candidate> candidates = EnumSet.allOf(Candidate.class);
  private boolean hasValue;

  /** What the values may be, the first one preferred. */
  private enum Candidate {
    BOOLEAN(DataType.BOOLEAN),
    INTEGER(DataType.INT64),
    NUMBER(DataType.FLOAT64),
    DATE(DataType.DATE),
    TIMESTAMP(DataType.TIMESTAMP);

    private final DataType type;

    Candidate(DataType type) {
      this.type = type;
    }
  }

  TypeGuess(JsonOptions options) {
    this.options = options;
  }

  /** Looks at the current value. */
  void add(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return;
    }
    hasValue = true;
    switch (token) {
      case VALUE_TRUE, VALUE_FALSE -> candidates.removeIf(c -> c != Candidate.BOOLEAN);
      case VALUE_NUMBER_INT -> {
        NumberType type = parser.getNumberType();
        boolean isLong = type == NumberType.INT || type == NumberType.LONG;
        candidates.removeIf(c -> c != Candidate.NUMBER && !(c == Candidate.INTEGER && isLong));
      }
      case VALUE_NUMBER_FLOAT -> candidates.removeIf(c -> c != Candidate.NUMBER);
      case VALUE_STRING -> addString(parser.getText());
      default -> candidates.clear();
    }
  }

  private void addString(String text) {
    candidates.removeIf(
        c ->
            switch (c) {
              case DATE -> TemporalStrings.date(text, options.date()) == TemporalStrings.INVALID;
              case TIMESTAMP ->
                  TemporalStrings.timestamp(text, options.timestamp()) == TemporalStrings.INVALID;
              case BOOLEAN, INTEGER, NUMBER -> true;
            });
  }

  DataType type() {
    return !hasValue || candidates.isEmpty() ? DataType.VARCHAR : candidates.iterator().next().type;
  }
}
