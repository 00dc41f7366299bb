package dev.paceline.datasets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TpcdsSchemaTest {
  private static final double SCALE_FACTOR = 0.01;

  private static TpcdsSchema table(String name) {
    return TpcdsSchema.TABLES.stream()
        .filter(table -> table.definition().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static ColumnDefinition column(String table, String name) {
    return table(table).definition().columns().stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void hasTheTablesOfTheSpecification() {
    assertThat(TpcdsSchema.TABLES).hasSize(24);
    assertThat(TpcdsSchema.TABLES.getFirst().definition().name()).isEqualTo("inventory");
    assertThat(table("store_sales").definition().columnCount()).isEqualTo(23);
  }

  @Test
  void columnsHaveTheTypesOfTheSpecification() {
    assertThat(column("store_sales", "ss_item_sk"))
        .isEqualTo(new ColumnDefinition("ss_item_sk", DataType.INT32, false));
    assertThat(column("store_sales", "ss_ticket_number"))
        .isEqualTo(new ColumnDefinition("ss_ticket_number", DataType.INT64, false));
    assertThat(column("store_sales", "ss_customer_sk").nullable()).isTrue();
    assertThat(column("store_sales", "ss_net_profit").type()).isEqualTo(DataType.decimal(7, 2));
    assertThat(column("date_dim", "d_date").type()).isEqualTo(DataType.DATE);
    assertThat(column("item", "i_item_id"))
        .isEqualTo(new ColumnDefinition("i_item_id", DataType.varchar(16), false));
  }

  @ParameterizedTest
  @CsvSource({"store_sales", "web_returns", "inventory", "date_dim", "customer"})
  void estimatesTheNumberOfRows(String name) {
    int rows = GeneratedRows.of(table(name), SCALE_FACTOR, 2).size();
    assertThat(table(name).expectedRows(SCALE_FACTOR)).isBetween(rows * 7L / 10, rows * 14L / 10);
  }

  @Test
  void everyReturnBelongsToASale() {
    TpcdsSchema sales = table("store_sales");
    Set<List<Object>> sold = new HashSet<>(); // AssertJ would search it row by row
    int item = sales.definition().columns().indexOf(column("store_sales", "ss_item_sk"));
    int ticket = sales.definition().columns().indexOf(column("store_sales", "ss_ticket_number"));
    for (List<Object> row : GeneratedRows.of(sales, SCALE_FACTOR, 3)) {
      sold.add(List.of(row.get(item), row.get(ticket)));
    }
    TpcdsSchema returns = table("store_returns");
    int returnedItem =
        returns.definition().columns().indexOf(column("store_returns", "sr_item_sk"));
    int returnedTicket =
        returns.definition().columns().indexOf(column("store_returns", "sr_ticket_number"));
    List<List<Object>> returned = GeneratedRows.of(returns, SCALE_FACTOR, 3);
    assertThat(returned).isNotEmpty();
    assertThat(returned)
        .allMatch(row -> sold.contains(List.of(row.get(returnedItem), row.get(returnedTicket))));
  }
}
