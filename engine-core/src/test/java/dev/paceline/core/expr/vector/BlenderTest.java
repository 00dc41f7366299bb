package dev.paceline.core.expr.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Form;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of several constant strings. */
@ExtendWith(LedgerExtension.class)
class BlenderTest {
  private static final DataType TEXT = DataType.VARCHAR;

  /** Gives each row one of the constants by chance, and returns what the rows should be. */
  private static List<@Nullable Object> add(
      Blender blender, ExpressionFixture fixture, int rows, Random random, String[] constants) {
    int[] chosen = random.ints(rows, 0, constants.length).toArray();
    List<@Nullable Object> expected = new ArrayList<>();
    for (int row : chosen) {
      expected.add(constants[row]);
    }
    blender.reset();
    for (int i = 0; i < constants.length; i++) {
      MemorySegment mask = fixture.worker().memory().allocate(Bitmaps.bytes(rows));
      Bitmaps.zero(mask, 0, rows);
      for (int row = 0; row < rows; row++) {
        if (chosen[row] == i) {
          Bitmaps.set(mask, 0, row);
        }
      }
      blender.addDense(fixture.vectors().constant(TEXT, constants[i]), mask);
    }
    return expected;
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "63, 3", "64, 3", "65, 17", "2048, 4", "2047, 255", "2048, 256", "2048, 257"})
  void givesEachRowItsConstant(int rows, int count, MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(rows + count);
      Blender blender = new Blender(TEXT, fixture.worker());
      for (int batch = 0; batch < 4; batch++) {
        String[] constants = new String[count];
        for (int i = 0; i < count; i++) {
          constants[i] = i % 5 == 3 ? null : i % 7 == 2 ? "" : "constant of " + i % 11 + batch / 2;
        }
        List<@Nullable Object> expected = add(blender, fixture, rows, random, constants);

        ColumnVector result = blender.blend(rows);

        assertThat(Vectors.read(result, rows)).isEqualTo(expected);
        assertThat(result.form()).isEqualTo(count <= 256 ? Form.DICTIONARY : Form.FLAT);
      }
    }
  }

  @Test
  void keepsTheDictionaryWhileTheConstantsStay(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(1);
      Blender blender = new Blender(TEXT, fixture.worker());
      List<Dictionary> dictionaries = new ArrayList<>();
      for (String[] constants :
          new String[][] {
            {"a", "b"}, {"a", "b"}, {"a", null}, {"a", ""}, {"b", ""}, {"b", "", "b"}
          }) {
        List<@Nullable Object> expected = add(blender, fixture, 100, random, constants);
        ColumnVector result = blender.blend(100);
        assertThat(Vectors.read(result, 100)).isEqualTo(expected);
        dictionaries.add(result.dictionary());
      }

      assertThat(dictionaries.get(1)).isSameAs(dictionaries.get(0));
      assertThat(dictionaries.get(2)).isNotSameAs(dictionaries.get(1));
      assertThat(dictionaries.get(4)).isNotSameAs(dictionaries.get(3));
      assertThat(dictionaries.get(5)).isNotSameAs(dictionaries.get(4));
    }
  }
}
