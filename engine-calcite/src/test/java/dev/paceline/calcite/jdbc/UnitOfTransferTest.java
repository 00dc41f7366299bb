package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.Session;
import dev.paceline.calcite.settings.QueryResources;
import dev.paceline.core.exec.ConsumerLimits;
import dev.paceline.core.exec.UnitOfTransfer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a session is told in what units its operators hand rows on, and what it shows of them. */
class UnitOfTransferTest extends JdbcTest {
  private static final String URL = "jdbc:paceline:mem:";
  private static final String JOIN =
      "SELECT count(*) FROM t AS a JOIN t AS b ON a.i = b.j WHERE a.j < 3";

  @BeforeEach
  @Override
  void connect() throws SQLException {
    connection = DriverManager.getConnection(URL);
    update("CREATE TABLE t AS SELECT * FROM (VALUES (1, 2), (2, 1), (3, 4)) AS n (i, j)");
  }

  private String text(String sql) throws SQLException {
    return String.join("\n", rows(sql).stream().map(List::getFirst).toList());
  }

  private static UnitOfTransfer unit(Connection of) throws SQLException {
    return of.unwrap(Session.class).resources().unitOfTransfer();
  }

  @Test
  void theUnitIsOfTheSession() throws SQLException {
    assertThat(unit(connection)).isEqualTo(UnitOfTransfer.AUTO);
    update("SET unit_of_transfer = 4");
    update("SET transfer_block = '1MB'");
    assertThat(unit(connection)).hasToString("4").matches(unit -> unit.blockBytes() == 1 << 20);
    update("SET unit_of_transfer = 'ALL'");
    assertThat(unit(connection)).hasToString("all").matches(unit -> unit.blockBytes() == 1 << 20);
    update("SET transfer_consumers = '2..4'");
    assertThat(unit(connection).consumers()).isEqualTo(new ConsumerLimits(2, 4));
    assertThat(unit(connection)).hasToString("all").matches(unit -> unit.blockBytes() == 1 << 20);
    update("SET unit_of_transfer = 3");
    update("SET transfer_consumers = '..7'");
    assertThat(unit(connection)).hasToString("3");
    assertThat(unit(connection).consumers()).isEqualTo(new ConsumerLimits(1, 7));
    update("SET unit_of_transfer = 'all'");
    assertThat(unit(connection).consumers()).isEqualTo(new ConsumerLimits(1, 7));
    update("RESET transfer_consumers");
    update("RESET transfer_block");
    assertThat(unit(connection)).isEqualTo(UnitOfTransfer.ALL);
    update("RESET unit_of_transfer");
    assertThat(unit(connection)).isEqualTo(QueryResources.DEFAULT.unitOfTransfer());
    try (Connection other =
        DriverManager.getConnection(
            URL + ";unitOfTransfer=fused;transferBlock=64k;transferConsumers=2..")) {
      assertThat(unit(other).consumers()).hasToString("2..");
      assertThat(unit(other).withConsumers(ConsumerLimits.NONE))
          .isEqualTo(UnitOfTransfer.FUSED.withBlockBytes(64 << 10));
    }
  }

  @Test
  void valuesThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> update("SET unit_of_transfer = 0"))
        .hasMessageContaining(
            "unit_of_transfer is auto, fused, all or a number of blocks from 1 on, not '0'");
    assertThatThrownBy(() -> DriverManager.getConnection(URL + ";unitOfTransfer=some"))
        .hasMessageContaining("unitOfTransfer is auto, fused, all or");
    assertThatThrownBy(() -> update("SET transfer_block = '1KB'"))
        .hasMessageContaining("blocks between operators have 65536 to 67108864 bytes, not 1024");
    assertThatThrownBy(() -> update("SET transfer_consumers = 3"))
        .hasMessageContaining("transfer_consumers is a range like 2..4, 2.. or ..4, not '3'");
    assertThatThrownBy(() -> update("SET transfer_consumers = '3..2'"))
        .hasMessageContaining("not 3 to 2");
    assertThatThrownBy(() -> update("SET transfer_consumers = '0..2'"))
        .hasMessageContaining("consumers are at least 1");
  }

  @Test
  void plansShowAUnitThatIsNotFused() throws SQLException {
    assertThat(text("EXPLAIN PLAN FOR " + JOIN)).doesNotContain("transfer");
    assertThat(text("EXPLAIN ANALYZE " + JOIN)).doesNotContain("transfer");
    update("SET unit_of_transfer = 1");
    assertThat(text("EXPLAIN PLAN FOR " + JOIN))
        .endsWith("unit of transfer: 1 of blocks of 2097152 bytes");
    update("SET transfer_consumers = '2..'");
    assertThat(text("EXPLAIN PLAN FOR " + JOIN))
        .endsWith("unit of transfer: 1 of blocks of 2097152 bytes, taken by 2.. at once");
    assertThat(text("EXPLAIN ANALYZE " + JOIN))
        .contains("→ transfer of 1: 1 order")
        .contains("transferred rows → hash join");
    assertThat(rows(JOIN)).containsExactly(List.of("2"));
    update("SET unit_of_transfer = 'fused'");
    assertThat(text("EXPLAIN PLAN FOR " + JOIN)).doesNotContain("transfer");
  }
}
