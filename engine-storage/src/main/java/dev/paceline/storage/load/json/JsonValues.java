package dev.paceline.storage.load.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import dev.paceline.core.column.StringView;
import java.io.IOException;
import java.io.StringWriter;

/** The parser's settings, and values as text. */
final class JsonValues {
  private static final int MAX_DEPTH = 1000;
  private static final int MAX_NUMBER_CHARACTERS = 1000;

  /** Limits hold for every file, so that none takes more memory or stack than that. */
  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(MAX_NUMBER_CHARACTERS)
                  .maxStringLength(StringView.MAX_LENGTH)
                  .build())
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(MAX_DEPTH + 1).build())
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private JsonValues() {}

  /** Returns the current value, and moves to its last token: of a string, its characters. */
  static String of(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (!token.isStructStart()) {
      return parser.getText();
    }
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      int depth = 0;
      for (JsonToken next = token; ; next = parser.nextToken()) {
        if (next == null) {
          throw new IOException("the record ends too early");
        }
        switch (next) {
          case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> generator.writeNumber(parser.getText());
          default -> generator.copyCurrentEvent(parser);
        }
        depth += next.isStructStart() ? 1 : next.isStructEnd() ? -1 : 0;
        if (depth == 0) {
          break;
        }
      }
    }
    return text.toString();
  }
}
