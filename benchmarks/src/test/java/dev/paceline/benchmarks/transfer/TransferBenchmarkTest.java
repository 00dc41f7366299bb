package dev.paceline.benchmarks.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paceline.benchmarks.cli.BenchRun;
import dev.paceline.core.sched.OrderRecord;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two queries with all units, from the run to the pictures. */
final class TransferBenchmarkTest {
  @TempDir private Path folder;

  @Test
  void measuresAndWrites() throws Exception {
    BenchRun run =
        BenchRun.of(
            "transfer",
            "--smoke",
            "--queries",
            "5,6",
            "--without",
            "lookahead",
            "--cache",
            folder.toString(),
            "--out",
            folder.toString());

    assertThat(run.printed())
        .contains("last-level cache")
        .contains("without lookahead")
        .contains("Q5 ")
        .contains("64 KB")
        .contains("The model is right in")
        .contains("Shares of the workers' time with all")
        .contains("transfer of all");
    assertThat(folder.resolve("transfer-queries.svg")).isNotEmptyFile();
    assertThat(folder.resolve("transfer-deepest.png")).isNotEmptyFile();
    JsonNode root = run.json();
    assertThat(root.path("costs").path("missNanos").asDouble()).isPositive();
    assertThat(root.path("queries")).hasSize(2);
    JsonNode fifth = root.path("queries").get(0);
    assertThat(fifth.path("variants")).hasSize(4);
    assertThat(fifth.path("blocks").asLong()).isPositive();
    for (JsonNode variant : fifth.path("variants")) {
      assertThat(variant.path("deepestMillis").asDouble()).isPositive();
    }
  }

  @Test
  void findsChainsAndTheirFirstProbes() {
    QueryPipelines pipelines =
        new QueryPipelines(
            List.of(
                "scan nation → build of hash join INNER",
                "scan orders → transfer of all",
                "transferred rows → hash join INNER → build of hash join INNER",
                "scan lineitem → transfer of all",
                "transferred rows → project → transfer of all",
                "transferred rows → hash join INNER → transfer of all",
                "transferred rows → hash join SEMI → group",
                "groups → top"));
    List<List<Integer>> chains = pipelines.chains();
    assertThat(chains).containsExactly(List.of(0), List.of(1, 2), List.of(3, 4, 5, 6), List.of(7));
    assertThat(chains.stream().map(pipelines::probes)).containsExactly(0L, 1L, 2L, 0L);
    assertThat(pipelines.firstConsumer(chains.get(2))).isEqualTo(5);
    assertThat(pipelines.firstConsumer(List.of(0, 7))).isEqualTo(-1);
    assertThat(pipelines.readsBlocks(4)).isTrue();
    assertThat(pipelines.readsBlocks(7)).isFalse();
  }

  @Test
  void tellsWhatOrdersDid() {
    QueryTrace trace =
        new QueryTrace(
            List.of(
                order(OrderRecord.running(0), 0, 10),
                order(OrderRecord.running(0), 5, 35),
                order(OrderRecord.finishing(0), 35, 45),
                order(OrderRecord.running(3), 20, 70)));
    assertThat(trace.pipelines()).as("with orders").isEqualTo(2);
    assertThat(trace.spanMillis(List.of(0))).isEqualTo(45);
    assertThat(trace.spanMillis(List.of(0, 1))).isEqualTo(70);
    assertThat(trace.morsels(0)).isEqualTo(2);
    assertThat(trace.orderMillis(0)).isEqualTo(20);
    assertThat(trace.share(1)).isEqualTo(0.5);
    assertThat(trace.byShare()).containsExactly(0, 1);
  }

  private static OrderRecord order(int operator, long startMillis, long endMillis) {
    return new OrderRecord("Q", 1, operator, 0, startMillis * 1_000_000, endMillis * 1_000_000);
  }
}
