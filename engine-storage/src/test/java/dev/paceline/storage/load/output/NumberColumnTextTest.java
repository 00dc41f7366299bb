package dev.paceline.storage.load.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Texts of numbers are those of BigDecimal. */
@ExtendWith(LedgerExtension.class)
class NumberColumnTextTest {
  @Test
  void writesNumbersOfAnyLengthAndScale(MemoryLedger ledger) {
    Random random = new Random(11);
    List<Long> values = new ArrayList<>(List.of(0L, Long.MAX_VALUE, -Long.MAX_VALUE));
    for (long power = 1; power > 0 && power < Long.MAX_VALUE / 10; power *= 10) {
      values.addAll(List.of(power, -power, power - 1, 1 - power, power + 1, 3 * power));
      for (int i = 0; i < 50; i++) {
        values.add(random.nextLong(-10 * power, 10 * power));
      }
    }
    for (int scale = 0; scale <= 18; scale++) {
      DataType type = scale == 0 ? DataType.INT64 : DataType.decimal(18, scale);
      try (MemoryScope memory = ledger.openScope("test")) {
        MemorySegment lanes = memory.allocate(8L * values.size());
        for (int i = 0; i < values.size(); i++) {
          lanes.setAtIndex(ValueLayout.JAVA_LONG, i, values.get(i));
        }
        ColumnVector vector = new ColumnVector(type, memory).setLongs(lanes, 0);
        ValueTexts texts = new ValueTexts(List.of(new ColumnDefinition("n", type, false)), memory);
        texts.encode(List.of(vector), null, values.size());
        for (int i = 0; i < values.size(); i++) {
          byte[] text = StringView.bytes(texts.heap(0, i), texts.view(0, i));
          assertThat(new String(text, StandardCharsets.US_ASCII))
              .isEqualTo(BigDecimal.valueOf(values.get(i), scale).toPlainString());
        }
      }
    }
  }
}
