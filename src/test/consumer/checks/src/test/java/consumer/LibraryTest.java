package consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.jdbi.v3.core.Jdbi;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sqlline.SqlLine;

/** Libraries that build statements and map rows. */
class LibraryTest {
  private final String url = Sales.url(UUID.randomUUID().toString());
  private final HikariDataSource pool = new HikariDataSource();

  @BeforeEach
  void open() throws SQLException {
    pool.setJdbcUrl(url);
    pool.setMaximumPoolSize(2);
    Sales.create(pool);
  }

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void jooq() {
    var result =
        DSL.using(pool, SQLDialect.DEFAULT)
            .select(field("item", String.class), sum(field("amount", BigDecimal.class)))
            .from(table("sales"))
            .where(field("id", Integer.class).lt(10))
            .groupBy(field("item"))
            .orderBy(field("item"))
            .fetch();
    assertThat(result.getValues(0)).hasToString("[bread, tea]");
    assertThat(result.getValue(1, 1).toString()).isEqualTo("7.50");
  }

  /** A row for JDBI. */
  public record Sale(int id, String item, BigDecimal amount) {}

  @Test
  void jdbi() {
    List<Sale> sales =
        Jdbi.create(pool)
            .inTransaction(
                handle ->
                    handle
                        .createQuery(
                            "SELECT id, item, amount FROM sales WHERE id >= :id ORDER BY id")
                        .bind("id", 2)
                        .map(
                            (row, context) ->
                                new Sale(row.getInt(1), row.getString(2), row.getBigDecimal(3)))
                        .list());
    assertThat(sales)
        .containsExactly(
            new Sale(2, "tea", new BigDecimal("4.00")),
            new Sale(3, "bread", new BigDecimal("2.25")));
  }

  /** A row for Hibernate. */
  @Entity(name = "SaleEntity")
  @Table(name = "sales")
  public static class SaleEntity {
    @Id private int id;
    private String item;
    private BigDecimal amount;
  }

  @Test
  void hibernate() {
    Configuration configuration =
        new Configuration()
            .addAnnotatedClass(SaleEntity.class)
            .setProperty("hibernate.dialect", "org.hibernate.dialect.PostgreSQLDialect")
            .setProperty("hibernate.boot.allow_jdbc_metadata_access", "false");
    configuration.getProperties().put("hibernate.connection.datasource", pool);
    try (SessionFactory factory = configuration.buildSessionFactory();
        Session session = factory.openSession()) {
      session.beginTransaction();
      SaleEntity one = session.find(SaleEntity.class, 2);
      assertThat(one.item).isEqualTo("tea");
      assertThat(one.amount).isEqualByComparingTo("4.00");
      List<SaleEntity> tea =
          session
              .createQuery(
                  "from SaleEntity s where s.item = :item order by s.amount desc", SaleEntity.class)
              .setParameter("item", "tea")
              .setMaxResults(1)
              .list();
      assertThat(tea).extracting(sale -> sale.id).containsExactly(2);
      assertThat(
              session
                  .createQuery("select sum(s.amount) from SaleEntity s", BigDecimal.class)
                  .getSingleResult())
          .isEqualByComparingTo("9.75");
      session.getTransaction().commit();
    }
  }

  @Test
  void sqlline() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SqlLine shell = new SqlLine();
    shell.setOutputStream(new PrintStream(out, true, StandardCharsets.UTF_8));
    shell.setErrorStream(new PrintStream(out, true, StandardCharsets.UTF_8));
    String script =
        "!set outputformat csv\nSELECT item, amount FROM sales WHERE id = 3;\n!tables\n!quit\n";
    shell.begin(
        new String[] {"-u", url, "-n", "", "-p", "", "--silent=true"},
        new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)),
        false);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("'bread','2.25'").contains("sales");
  }
}
