package dev.paceline.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WarmUpTest {
  @Test
  void onlyCommandsThatWaitForItStartIt() {
    assertThat(WarmUp.start()).isSameAs(WarmUp.NONE);
    assertThat(WarmUp.start("--version")).isSameAs(WarmUp.NONE);
    assertThat(WarmUp.start("tpch", "sql")).isSameAs(WarmUp.NONE);
    WarmUp.NONE.await();
  }

  @Test
  void itsDatabaseIsNobodyElses() throws Exception {
    WarmUp warmUp = WarmUp.start("sql");
    assertThat(warmUp).isNotSameAs(WarmUp.NONE);
    warmUp.await();
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:;workers=2")) {
      assertThat(connection.isValid(0)).isTrue();
    }
  }
}
