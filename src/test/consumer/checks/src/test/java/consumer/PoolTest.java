package consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pools lend connections, reset them, and keep them after errors of statements. */
class PoolTest {
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void hikari(boolean autoCommit) throws SQLException {
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(Sales.url("hikari" + autoCommit));
      pool.setMaximumPoolSize(2);
      pool.setMinimumIdle(1);
      pool.setAutoCommit(autoCommit);
      pool.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
      pool.setSchema("main");
      use(pool, autoCommit);
      assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isBetween(1, 2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dbcp2(boolean autoCommit) throws SQLException {
    try (BasicDataSource pool = new BasicDataSource()) {
      pool.setUrl(Sales.url("dbcp" + autoCommit));
      pool.setMaxTotal(2);
      pool.setMinIdle(1);
      pool.setTestOnBorrow(true);
      pool.setDefaultAutoCommit(autoCommit);
      pool.setDefaultReadOnly(false);
      use(pool, autoCommit);
    }
  }

  private static void use(DataSource pool, boolean autoCommit) throws SQLException {
    Sales.create(pool);
    for (int i = 0; i < 20; i++) {
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        assertThat(connection.getAutoCommit()).isEqualTo(autoCommit);
        assertThat(count(statement)).isEqualTo(Sales.ROWS);
        connection.setReadOnly(i % 2 == 0);
        assertThatThrownBy(() -> statement.executeQuery("SELECT nonsense FROM sales"))
            .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> statement.executeUpdate("UPDATE sales SET id = 1"))
            .isInstanceOf(SQLException.class);
        if (!autoCommit && i % 2 == 1) {
          statement.executeUpdate("INSERT INTO sales VALUES (9, 'left behind', 0)");
        }
      }
    }
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO sales VALUES (4, 'salt', 1)");
      if (!autoCommit) {
        connection.commit();
      }
      assertThat(count(statement)).isEqualTo(Sales.ROWS + 1);
    }
  }

  private static int count(Statement statement) throws SQLException {
    try (ResultSet result = statement.executeQuery("SELECT count(*) FROM sales")) {
      result.next();
      return result.getInt(1);
    }
  }
}
