package dev.paceline.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.Selection;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LedgerExtension.class)
class CompactorTest {
  private static final long SEED = 20_240_817;

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 64, 65, 2048})
  void shouldKeepTheSelectedRowsOfEveryForm(int rows, MemoryLedger ledger) {
    Random random = new Random(SEED + rows);
    try (MemoryScope scope = ledger.openScope("test")) {
      Vectors vectors = new Vectors(scope);
      Object[] small = new Object[rows];
      Object[] large = new Object[rows];
      Object[] text = new Object[rows];
      Object[] bools = new Object[rows];
      Object[] doubles = new Object[rows];
      for (int i = 0; i < rows; i++) {
        small[i] = random.nextInt(7) == 0 ? null : (Object) (long) (1000 + 5 * random.nextInt(200));
        large[i] = random.nextInt(7) == 0 ? null : new BigInteger(100, random);
        text[i] = random.nextInt(7) == 0 ? null : "t" + random.nextInt(20);
        bools[i] = random.nextInt(7) == 0 ? null : (Object) random.nextBoolean();
        doubles[i] = random.nextInt(7) == 0 ? null : (Object) random.nextGaussian();
      }
      List<ColumnVector> columns = new ArrayList<>();
      for (int width : new int[] {1, 2, 4, 8}) {
        columns.add(vectors.affine(DataType.INT64, width, 1000, 5, small));
        if (width < 8) {
          columns.add(vectors.dictionary(DataType.VARCHAR, width, true, text));
        }
      }
      columns.add(vectors.int128s(DataType.decimal(38, 2), large));
      columns.add(vectors.of(DataType.VARCHAR, text));
      columns.add(vectors.of(DataType.BOOLEAN, bools));
      columns.add(vectors.of(DataType.FLOAT64, doubles));
      columns.add(vectors.constant(DataType.INT32, 7L));
      Batch batch = new Batch(columns.toArray(ColumnVector[]::new));
      Selection selection = new Selection(scope, rows);
      List<Integer> chosen = new ArrayList<>();
      Bitmaps.zero(selection.bitmap(), 0, rows);
      for (int i = 0; i < rows; i++) {
        if (i == 0 || random.nextInt(3) == 0) {
          Bitmaps.set(selection.bitmap(), 0, i);
          chosen.add(i);
        }
      }
      selection.update(rows);
      DataType[] types = columns.stream().map(ColumnVector::type).toArray(DataType[]::new);
      Batch dense = new Compactor(types, scope, rows).compact(batch.set(rows, selection));
      assertThat(dense.rowCount()).isEqualTo(chosen.size());
      assertThat(dense.selection()).isNull();
      for (int c = 0; c < columns.size(); c++) {
        ColumnVector column = columns.get(c);
        assertThat(Vectors.read(dense.column(c), chosen.size()))
            .as("column %s, seed %s", column, SEED + rows)
            .isEqualTo(chosen.stream().map(column::getObject).toList());
        assertThat(dense.column(c).form()).isEqualTo(column.form());
        assertThat(dense.column(c).hasBounds()).isEqualTo(column.hasBounds());
      }
      assertThat(dense.column(1).form()).isEqualTo(Form.DICTIONARY);
    }
  }

  @Test
  void shouldReturnTheInputWithoutASelection(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      Batch batch = new Batch(new Vectors(scope).of(DataType.INT32, 1, 2)).set(2, null);
      assertThat(new Compactor(new DataType[] {DataType.INT32}, scope, 2).compact(batch))
          .isSameAs(batch);
    }
  }
}
