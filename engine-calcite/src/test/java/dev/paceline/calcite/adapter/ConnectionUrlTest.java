package dev.paceline.calcite.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.adapter.ConnectionUrl.Directory;
import dev.paceline.calcite.adapter.ConnectionUrl.PrivateMemory;
import dev.paceline.calcite.adapter.ConnectionUrl.SharedMemory;
import dev.paceline.calcite.experiment.EngineKnobs;
import dev.paceline.calcite.settings.Settings;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Properties;
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
            "jdbc:paceline:mem:;memory=2g;WORKERS=3; readonly = true"
                + " ;timeZone=UTC;QUERY_memory=7MB",
            null);
    assertThat(url.memoryBytes()).isEqualTo(2L << 30);
    assertThat(url.workers()).isEqualTo(3);
    assertThat(url.readOnly()).isTrue();
    assertThat(url.zone()).isEqualTo(ZoneId.of("UTC"));
    assertThat(url.settings().get(Settings.QUERY_MEMORY)).isEqualTo(7L << 20);
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
    assertThat(url.knobs()).isEqualTo(EngineKnobs.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jdbc:paceline:                      | names no database
          jdbc:paceline:mem:;memry=2g         | there is no setting memry; did you mean memory?
          jdbc:paceline:mem:;memory           | not of the form key=value
          jdbc:paceline:mem:?workers=2&memory=1g | write jdbc:paceline:mem:;workers=2;memory=1g
          jdbc:paceline:shop?readOnly=true    | write jdbc:paceline:shop;readOnly=true
          jdbc:paceline:mem:;memory=lots      | memory is a size like 512MB or 2g, not 'lots'
          jdbc:paceline:mem:;memory=1k        | memory is at least 16 MiB
          jdbc:paceline:mem:;workers=0        | workers is a number from 1 to 1024, not '0'
          jdbc:paceline:mem:;workers=many     | workers is a number from 1 to 1024, not 'many'
          jdbc:paceline:mem:;readOnly=perhaps | readOnly is true or false, not 'perhaps'
          jdbc:paceline:mem:;timeZone=Moon    | timeZone is a zone like
          """)
  void refusesWithAReason(String url, String reason) {
    assertThatThrownBy(() -> ConnectionUrl.parse(url, null))
        .isInstanceOfSatisfying(
            PacelineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(reason);
  }
}
