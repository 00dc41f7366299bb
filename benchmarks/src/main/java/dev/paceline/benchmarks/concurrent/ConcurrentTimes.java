package dev.paceline.benchmarks.concurrent;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;

/**
 * What was measured.
 *
 * @param ourNanos of each round, until Paceline's last client had its answer
 * @param theirNanos the same for the peer
 */
public record ConcurrentTimes(
    ConcurrentBenchmark.Settings settings, List<Long> ourNanos, List<Long> theirNanos) {
  /** All of it. */
  public byte[] toJson() throws IOException {
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode root = mapper.createObjectNode();
    root.put("benchmark", "concurrent")
        .put("suite", settings.suite().name())
        .put("scale", settings.scale())
        .put("threads", settings.threads())
        .put("clients", settings.clients())
        .put("processors", Runtime.getRuntime().availableProcessors())
        .put("java", System.getProperty("java.version"));
    settings.repetitions().writeTo(root);
    root.putPOJO("paceline", ourNanos);
    root.putPOJO("duckdb", theirNanos);
    return mapper.writeValueAsBytes(root);
  }
}
