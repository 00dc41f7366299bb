package dev.paceline.benchmarks.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What all reports in JSON have in common. */
public final class JsonReport {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonReport() {}

  /** A report that says so far of what it is, and what it was measured on. */
  public static ObjectNode of(String benchmark) {
    return describe(MAPPER.createObjectNode(), benchmark);
  }

  /** Several reports in one. */
  static ArrayNode several() {
    return MAPPER.createArrayNode();
  }

  static ObjectNode describe(ObjectNode report, String benchmark) {
    return report
        .put("benchmark", benchmark)
        .put("processors", Runtime.getRuntime().availableProcessors())
        .put("java", System.getProperty("java.version"));
  }

  /** As it goes into a file. */
  public static byte[] bytes(JsonNode report) throws JsonProcessingException {
    return MAPPER.writeValueAsBytes(report);
  }
}
