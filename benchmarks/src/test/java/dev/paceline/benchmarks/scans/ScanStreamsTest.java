package dev.paceline.benchmarks.scans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.benchmarks.cli.BenchRun;
import dev.paceline.benchmarks.scans.ScanStreams.Mix;
import dev.paceline.benchmarks.scans.StreamRun.QueryTime;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScanStreamsTest {
  @Test
  void theSameSeedDrawsTheSameQueriesOfTheMix() {
    Mix mix = new Mix("FFS", List.of(10, 30));
    List<List<Query>> streams = ScanStreams.streams(4, 50, 1, 7, mix);
    assertThat(streams).isEqualTo(ScanStreams.streams(4, 50, 1, 7, mix));
    assertThat(streams).isNotEqualTo(ScanStreams.streams(4, 50, 1, 8, mix));
    List<String> types = streams.stream().flatMap(List::stream).map(Query::name).toList();
    assertThat(types).hasSize(200).containsOnly("F-10", "F-30", "S-10", "S-30");
    assertThat(types.stream().filter(type -> type.startsWith("F"))).hasSizeBetween(110, 155);
    assertThat(ScanStreams.ofEachType(1, mix))
        .extracting(Query::name)
        .containsExactly("F-10", "S-10", "F-30", "S-30");
  }

  @Test
  void mixesThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new Mix("FX", List.of(1))).hasMessageContaining("FX");
    assertThatThrownBy(() -> new Mix("F", List.of(101))).hasMessageContaining("101");
    assertThatThrownBy(() -> new Mix("F", List.of())).hasMessageContaining("[]");
  }

  @Test
  void figuresOfTpchAreThoseOfTheSpecification() {
    List<QueryTime> one = List.of(new QueryTime("1", 2), new QueryTime("2", 8));
    StreamRun alone = new StreamRun(10, List.of(one), 0, 0);
    StreamRun together = new StreamRun(36, List.of(one, one, one), 0, 0);
    TpchThroughput figures = TpchThroughput.of(alone, together, 10);
    assertThat(figures.power()).isCloseTo(3600 * 10 / 4.0, Offset.offset(1e-9));
    assertThat(figures.throughput()).isCloseTo(3 * 2 * 3600.0 / 36 * 10, Offset.offset(1e-9));
    assertThat(figures.composite()).isCloseTo(Math.sqrt(9000.0 * 6000), Offset.offset(1e-9));
  }

  @Test
  void streamsOfTpchHaveEachQueryOnceInAnOrderOfTheirOwn() {
    List<Query> all = new TpchSuite().queries(1);
    List<List<Query>> streams = TpchThroughput.streams(3, 22, all, 5);
    assertThat(streams).isEqualTo(TpchThroughput.streams(3, 22, all, 5)).doesNotHaveDuplicates();
    assertThat(streams)
        .allSatisfy(stream -> assertThat(stream).containsExactlyInAnyOrderElementsOf(all));
  }

  @Test
  void measuresThroughputAndSharing(@TempDir Path folder) throws Exception {
    BenchRun run =
        BenchRun.of(
            "scans",
            "--smoke",
            "--tpch",
            "--sharing",
            "--queries",
            "6",
            "--policies",
            "relevance",
            "--out",
            folder.toString());
    assertThat(run.printed()).contains("throughput", "relevance", "duckdb", "wanted on average");
    assertThat(run.json().path("throughput").path("relevance 2").path("power").asDouble())
        .isPositive();
    assertThat(folder.resolve("sharing-relevance-2.svg")).isNotEmptyFile();
  }
}
