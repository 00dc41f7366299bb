package dev.paceline.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DataSetTest {
  @ParameterizedTest
  @MethodSource("dataSets")
  void rowsAreTheSameForAnyNumberOfParts(DataSet dataSet) {
    for (GeneratedTable table : dataSet.tables()) {
      Digest whole = Digest.of(table, 1);
      assertThat(whole.rows).as(table.definition().name()).isPositive();
      for (int partCount : new int[] {2, 7}) {
        Digest parts = Digest.of(table, partCount);
        assertThat(parts.rows)
            .as("rows of %s in %d parts", table.definition().name(), partCount)
            .isEqualTo(whole.rows);
        assertThat(parts.hash)
            .as("values of %s in %d parts", table.definition().name(), partCount)
            .isEqualTo(whole.hash);
      }
    }
  }

  static Stream<DataSet> dataSets() {
    return Stream.of(DataSet.TPCH, DataSet.SSB, DataSet.TPCDS);
  }

  /** A hash of all values in their order; some tables have millions of rows at each scale. */
  private static final class Digest implements RowSink {
    private static final double SCALE_FACTOR = 0.001;

    private final int columns;
    private int values;
    private long rows;
    private long hash;

    private Digest(int columns) {
      this.columns = columns;
    }

    static Digest of(GeneratedTable table, int partCount) {
      Digest digest = new Digest(table.definition().columnCount());
      for (int part = 1; part <= partCount; part++) {
        GeneratedTable.Rows rows = table.rows(SCALE_FACTOR, part, partCount);
        while (rows.next(digest)) {
          // the digest has it
        }
      }
      return digest;
    }

    @Override
    public RowSink integer(long value) {
      return add(value);
    }

    @Override
    public RowSink cents(long value) {
      return add(~value);
    }

    @Override
    public RowSink text(String value) {
      return add((long) value.hashCode() << 32 | value.length());
    }

    @Override
    public RowSink nothing() {
      return add(Long.MIN_VALUE + 1);
    }

    @Override
    public void end() {
      if (values != columns) {
        fail("row %d has %d values for %d columns", rows, values, columns);
      }
      values = 0;
      rows++;
    }

    private RowSink add(long value) {
      values++;
      hash = (hash ^ value) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
      return this;
    }
  }
}
