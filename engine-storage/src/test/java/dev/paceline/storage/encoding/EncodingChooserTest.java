package dev.paceline.storage.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.block.ColumnBlockLayout;
import dev.paceline.storage.encoding.profile.ColumnValues;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
class EncodingChooserTest {
  @Test
  void noTwoEncodingsHaveTheSameId() {
    Encoding first = new ConstantEncoding();
    Encoding other = new PlainNumberEncoding();
    assertThat(EncodingChooser.byId(List.of(first, other))[first.id()]).isSameAs(first);
    assertThatThrownBy(() -> EncodingChooser.byId(List.of(first, other, new ConstantEncoding())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("have the same id " + first.id());
  }

  @Test
  void aBlockOfANewerVersionIsNotTakenForADamagedOne(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      MemorySegment lanes = scope.allocateZeroed(8L * 100);
      MemorySegment nulls = scope.allocateZeroed(64);
      EncodingChooser.Choice choice =
          new EncodingChooser(true)
              .choose(new ColumnValues(DataType.INT64, 100, 0, lanes, null, lanes, 0, nulls));
      MemorySegment block = choice.write(scope.allocate(choice.bytes())).segment();
      assertThat(EncodedColumn.open(block).block().rowCount()).isEqualTo(100);
      block.set(
          ValueLayout.JAVA_SHORT,
          ColumnBlockLayout.VERSION_OFFSET,
          (short) (ColumnBlockLayout.VERSION + 1));
      assertThatThrownBy(() -> EncodedColumn.open(block))
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
          .hasMessageContaining("written by a newer version of Paceline");
      block.set(ValueLayout.JAVA_SHORT, ColumnBlockLayout.VERSION_OFFSET, (short) 0);
      assertThatThrownBy(() -> EncodedColumn.open(block))
          .extracting("code")
          .isEqualTo(ErrorCode.CORRUPT_DATA);
    }
  }
}
