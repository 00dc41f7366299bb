package dev.paceline.calcite.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.function.PostgresOperators;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.junit.jupiter.api.Test;

class PostgresOperatorsTest {
  @Test
  void shouldBeWhatCalciteFinds() {
    List<SqlOperator> found =
        SqlLibraryOperatorTableFactory.INSTANCE
            .getOperatorTable(List.of(SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL))
            .getOperatorList();
    List<SqlOperator> own = new ArrayList<>(SqlStdOperatorTable.instance().getOperatorList());
    own.addAll(PostgresOperators.ALL);
    assertThat(own).hasSameSizeAs(found);
    for (int i = 0; i < found.size(); i++) {
      assertThat(own.get(i).toString()).isEqualTo(found.get(i).toString());
    }
  }
}
