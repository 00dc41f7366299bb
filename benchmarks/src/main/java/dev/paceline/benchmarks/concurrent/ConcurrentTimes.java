package dev.paceline.benchmarks.concurrent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paceline.benchmarks.suite.JsonReport;
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
    ObjectNode root = JsonReport.of("concurrent");
    root.put("suite", settings.suite().name())
        .put("scale", settings.scale())
        .put("threads", settings.threads())
        .put("clients", settings.clients());
    settings.repetitions().writeTo(root);
    root.putPOJO("paceline", ourNanos);
    root.putPOJO("duckdb", theirNanos);
    return JsonReport.bytes(root);
  }
}
