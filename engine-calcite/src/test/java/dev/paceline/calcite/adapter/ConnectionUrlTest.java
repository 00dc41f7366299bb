package dev.paceline.calcite.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.adapter.ConnectionUrl.Directory;
import dev.paceline.calcite.adapter.ConnectionUrl.PrivateMemory;
import dev.paceline.calcite.adapter.ConnectionUrl.SharedMemory;
import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Technique;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionUrlTest {
  @Test
  void readsPlaces() {
    assertThat(ConnectionUrl.parse("jdbc:paceline:mem:", null).location())
        .isEqualTo(new PrivateMemory());
    assertThat(ConnectionUrl.parse("jdbc:paceline:mem:shop", null).location())
        .isEqualTo(new SharedMemory("shop"));
    assertThat(ConnectionUrl.parse("jdbc:paceline:/data/shop", null).location())
        .isEqualTo(new Directory(Path.of("/data/shop")));
    assertThat(ConnectionUrl.parse("jdbc:paceline:shop", null).location())
        .isEqualTo(new Directory(Path.of("shop")));
  }

  @Test
  void readsProperties() {
    ConnectionUrl url =
        ConnectionUrl.parse(
            "jdbc:paceline:mem:;memory=2g;WORKERS=3; readonly = true ;timeZone=UTC;batchRows=7",
            null);
    assertThat(url.memoryBytes()).isEqualTo(2L << 30);
    assertThat(url.workers()).isEqualTo(3);
    assertThat(url.readOnly()).isTrue();
    assertThat(url.zone()).isEqualTo(ZoneId.of("UTC"));
    assertThat(url.batchRows()).isEqualTo(7);
  }

  @Test
  void whatTheUrlSaysGoesBeforeTheProperties() {
    Properties properties = new Properties(asProperties("memory", "1g"));
    properties.setProperty("workers", "5");
    properties.setProperty("user", "anybody");
    properties.setProperty("password", "secret");
    ConnectionUrl url = ConnectionUrl.parse("jdbc:paceline:mem:;workers=2", properties);
    assertThat(url.workers()).isEqualTo(2);
    assertThat(url.memoryBytes()).as("defaults of Properties count").isEqualTo(1L << 30);
    assertThat(properties).as("left as it was").hasSize(3);
  }

  @Test
  void readsExperiments() {
    ConnectionUrl url =
        ConnectionUrl.parse(
            "jdbc:paceline:mem:;without=LATETEXT, direct;joinOrder=random:-7", null);
    assertThat(url.experiment())
        .isEqualTo(new Experiment(Set.of(Technique.LATE_TEXT, Technique.DIRECT), -7L));
    assertThat(ConnectionUrl.parse("jdbc:paceline:mem:;joinOrder=cost;without=", null).experiment())
        .isEqualTo(Experiment.NONE);
  }

  private static Properties asProperties(String key, String value) {
    Properties properties = new Properties();
    properties.setProperty(key, value);
    return properties;
  }

  @Test
  void hasDefaults() {
    ConnectionUrl url = ConnectionUrl.parse("jdbc:paceline:mem:", null);
    assertThat(url.memoryBytes()).isNull();
    assertThat(url.workers()).isNull();
    assertThat(url.readOnly()).isFalse();
    assertThat(url.zone()).isEqualTo(ZoneId.systemDefault());
    assertThat(url.batchRows()).isEqualTo(2048);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jdbc:paceline:                      | names no database
          jdbc:paceline:mem:;memry=2g         | unknown property memry; did you mean memory?
          jdbc:paceline:mem:;memory           | not of the form key=value
          jdbc:paceline:mem:;memory=lots      | memory is a size like 512MB or 2g, not 'lots'
          jdbc:paceline:mem:;memory=1k        | memory is at least 16 MiB
          jdbc:paceline:mem:;workers=0        | workers is a number from 1 to 1024, not '0'
          jdbc:paceline:mem:;workers=many     | workers is a number from 1 to 1024, not 'many'
          jdbc:paceline:mem:;readOnly=perhaps | readOnly is true or false, not 'perhaps'
          jdbc:paceline:mem:;timeZone=Moon    | timeZone is a zone like
          jdbc:paceline:mem:;batchRows=4096   | batchRows is a number from 1 to 2048
          jdbc:paceline:mem:;without=luck     | no technique 'luck'; there are lookahead, exact, encoded, direct, groupKeys, stream, lateText, eagerAggregation
          jdbc:paceline:mem:;without=exact,   | no technique ''
          jdbc:paceline:mem:;joinOrder=random | joinOrder is cost, or random: and a number, not 'random'
          jdbc:paceline:mem:;joinOrder=random:x | joinOrder is cost, or random: and a number
          """)
  void refusesWithAReason(String url, String reason) {
    assertThatThrownBy(() -> ConnectionUrl.parse(url, null))
        .isInstanceOfSatisfying(
            PacelineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "33554432, 33554432",
    "32m, 33554432",
    "32MB, 33554432",
    "32 MiB, 33554432",
    "2g, 2147483648",
    "1T, 1099511627776"
  })
  void readsSizes(String text, long bytes) {
    assertThat(MemorySize.parse("memory", text, MemorySize.MIN_BYTES)).isEqualTo(bytes);
  }

  @Test
  void defaultMemoryIsLessThanTheMachineHas() {
    assertThat(MemorySize.defaultBytes())
        .isGreaterThanOrEqualTo(MemorySize.MIN_BYTES)
        .isLessThan(MemorySize.totalBytes());
  }

  @ParameterizedTest
  @CsvSource({"lineitm, lineitem", "ORDRES, orders", "shipdate, l_shipdate", "custmer, customer"})
  void suggestsWhatWasMeant(String wrong, String meant) {
    assertThat(
            NameSuggestion.nearest(
                wrong, java.util.List.of("customer", "lineitem", "l_shipdate", "orders")))
        .isEqualTo(meant);
  }

  @Test
  void suggestsNothingFarFetched() {
    assertThat(NameSuggestion.nearest("xyz", java.util.List.of("customer", "nation"))).isNull();
  }
}
