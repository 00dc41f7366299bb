package dev.paceline.server.avatica;

import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.ScannableTable;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaFactory;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.type.SqlTypeName;

/** A schema without storage: a million made rows, and a table that waits until it is let go. */
public final class NumbersSchemaFactory implements SchemaFactory {
  static final int ROWS = 1_000_000;
  static final String URL =
      "jdbc:calcite:schemaFactory=" + NumbersSchemaFactory.class.getName() + ";schema=s;lex=JAVA";

  static volatile CountDownLatch started = new CountDownLatch(1);
  static volatile CountDownLatch mayEnd = new CountDownLatch(1);

  @Override
  public Schema create(SchemaPlus parent, String name, Map<String, Object> operand) {
    return new AbstractSchema() {
      @Override
      protected Map<String, Table> getTableMap() {
        return Map.of("numbers", new Numbers(), "slow", new Slow());
      }
    };
  }

  static Object[] row(int i) {
    return new Object[] {
      i % 1000 == 7 ? null : (long) i << 20,
      i,
      i / 8.0,
      i % 1000 == 9 ? null : "name-" + i,
      BigDecimal.valueOf(i, 2)
    };
  }

  private static class Numbers extends AbstractTable implements ScannableTable {
    @Override
    public RelDataType getRowType(RelDataTypeFactory types) {
      return types
          .builder()
          .add("a", SqlTypeName.BIGINT)
          .nullable(true)
          .add("b", SqlTypeName.INTEGER)
          .add("c", SqlTypeName.DOUBLE)
          .add("d", SqlTypeName.VARCHAR)
          .nullable(true)
          .add("e", SqlTypeName.DECIMAL, 12, 2)
          .build();
    }

    @Override
    public Enumerable<Object[]> scan(DataContext context) {
      return new AbstractEnumerable<>() {
        @Override
        public Enumerator<Object[]> enumerator() {
          return new Enumerator<>() {
            private int next = -1;

            @Override
            public Object[] current() {
              return row(next);
            }

            @Override
            public boolean moveNext() {
              return ++next < ROWS;
            }

            @Override
            public void reset() {
              next = -1;
            }

            @Override
            public void close() {}
          };
        }
      };
    }
  }

  private static final class Slow extends Numbers {
    @Override
    public Enumerable<Object[]> scan(DataContext context) {
      started.countDown();
      try {
        mayEnd.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return Linq4j.singletonEnumerable(row(1));
    }
  }
}
