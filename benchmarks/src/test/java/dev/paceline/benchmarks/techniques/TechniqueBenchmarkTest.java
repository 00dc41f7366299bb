package dev.paceline.benchmarks.techniques;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paceline.benchmarks.cli.BenchRun;
import dev.paceline.core.exec.Technique;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One query without each technique and in two random orders, from the run to the pictures. */
final class TechniqueBenchmarkTest {
  @TempDir private Path folder;

  private BenchRun run(String... more) throws Exception {
    String[] arguments = {
      "techniques",
      "--smoke",
      "--queries",
      "5",
      "--cache",
      folder.toString(),
      "--out",
      folder.toString()
    };
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return BenchRun.any(all);
  }

  @Test
  void measuresDrawsAndTakesTheTimesWithoutSimd() throws Exception {
    BenchRun first = run();

    assertThat(first.status()).as(first.remarks()).isZero();
    JsonNode query = first.json().path("queries").get(0);
    for (Technique technique : Technique.values()) {
      assertThat(first.printed()).contains(technique.key());
      assertThat(query.path("without").path(technique.key()).path("runs")).hasSize(1);
    }
    assertThat(first.json().path("joinOrders").get(0).path("random")).hasSize(2);
    assertThat(folder.resolve("join-orders-q5.svg")).isNotEmptyFile();
    assertThat(folder.resolve("join-orders-q5.png")).isNotEmptyFile();

    Path file = folder.resolve("simd-off.json");
    new ObjectMapper().writeValue(file.toFile(), first.json());
    BenchRun refused = run("--without-simd", file.toString());
    assertThat(refused.status()).isOne();
    assertThat(refused.remarks()).contains("without SIMD");

    new ObjectMapper().writeValue(file.toFile(), ((ObjectNode) first.json()).put("simd", false));
    BenchRun second = run("--without-simd", file.toString());
    assertThat(second.printed().lines().toList().get(1)).endsWith(" simd");
    assertThat(second.printed().lines().toList().get(2)).matches("Q5 .* [0-9.]+");
  }
}
