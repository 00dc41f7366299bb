package dev.paceline.datasets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DataSetTest {
  @ParameterizedTest
  @MethodSource("dataSets")
  void rowsAreTheSameForAnyNumberOfParts(DataSet dataSet) {
    for (GeneratedTable table : dataSet.tables()) {
      List<List<Object>> whole = GeneratedRows.of(table, 0.001, 1);
      int columns = table.definition().columnCount();
      assertThat(whole).allMatch(row -> row.size() == columns);
      for (int partCount : new int[] {2, 7}) {
        assertThat(GeneratedRows.of(table, 0.001, partCount))
            .as("%s in %d parts", table.definition().name(), partCount)
            .isEqualTo(whole);
      }
    }
  }

  static Stream<DataSet> dataSets() {
    return Stream.of(DataSet.TPCH, DataSet.SSB, DataSet.TPCDS);
  }
}
