package consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** JdbcTemplate inside transactions of Spring's. */
class SpringTest {
  /** What an application has. */
  static class Shop {
    private final JdbcTemplate jdbc;

    Shop(DataSource source) {
      jdbc = new JdbcTemplate(source);
    }

    @Transactional(readOnly = true)
    public BigDecimal total(String item) {
      return jdbc.queryForObject(
          "SELECT sum(amount) FROM sales WHERE item = ?", BigDecimal.class, item);
    }

    @Transactional
    public void add(List<Object[]> rows) {
      jdbc.batchUpdate("INSERT INTO sales VALUES (?, ?, ?)", rows);
    }

    @Transactional
    public void addAndFail() {
      jdbc.update("INSERT INTO sales VALUES (9, 'tea', 100)");
      throw new IllegalStateException("as if something went wrong");
    }

    @Transactional(readOnly = true)
    public void writeWhileReadOnly() {
      jdbc.update("INSERT INTO sales VALUES (9, 'tea', 100)");
    }
  }

  @Configuration
  @EnableTransactionManagement(proxyTargetClass = true)
  static class Application {
    @Bean(destroyMethod = "close")
    HikariDataSource source() throws SQLException {
      HikariDataSource pool = new HikariDataSource();
      pool.setJdbcUrl(Sales.url("spring"));
      pool.setMaximumPoolSize(2);
      Sales.create(pool);
      return pool;
    }

    @Bean
    PlatformTransactionManager transactions(DataSource source) {
      return new DataSourceTransactionManager(source);
    }

    @Bean
    Shop shop(DataSource source) {
      return new Shop(source);
    }
  }

  @Test
  void readsAndWritesInTransactions() {
    try (var context = new AnnotationConfigApplicationContext(Application.class)) {
      Shop shop = context.getBean(Shop.class);
      assertThat(shop.total("tea")).isEqualByComparingTo("7.50");
      shop.add(
          List.of(new Object[] {4, "tea", new BigDecimal("1.25")}, new Object[] {5, "tea", 1}));
      assertThat(shop.total("tea")).isEqualByComparingTo("9.75");
      assertThatThrownBy(shop::addAndFail).hasMessageContaining("as if");
      assertThatThrownBy(shop::writeWhileReadOnly).hasMessageContaining("read-only");
      assertThat(shop.total("tea")).isEqualByComparingTo("9.75");
    }
  }
}
