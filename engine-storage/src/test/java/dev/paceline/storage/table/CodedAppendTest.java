package dev.paceline.storage.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batches that share dictionaries, over several row groups. */
@ExtendWith(LedgerExtension.class)
class CodedAppendTest {
  private static final long SEED = 5;
  private static final int ROW_GROUP_ROWS = 4096;

  private static TableDefinition table(DataType type) {
    return new TableDefinition("t", List.of(new ColumnDefinition("s", type, true)));
  }

  private static Dictionary dictionary(MemoryScope scope, List<String> entries) {
    ColumnVector strings = new Vectors(scope).of(DataType.VARCHAR, entries.toArray());
    return new Dictionary(entries.size(), strings.data(), 0, strings.heap(), false);
  }

  private static MemorySegment codes(MemoryScope scope, int width, int[] codes) {
    MemorySegment lanes = scope.allocateZeroed((long) width * codes.length);
    for (int i = 0; i < codes.length; i++) {
      switch (width) {
        case 1 -> lanes.set(ValueLayout.JAVA_BYTE, i, (byte) codes[i]);
        case 2 -> lanes.set(ValueLayout.JAVA_SHORT, 2L * i, (short) codes[i]);
        default -> lanes.set(ValueLayout.JAVA_INT, 4L * i, codes[i]);
      }
    }
    return lanes;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 256", "2, 300", "2, 40000", "4, 40000", "4, 5"})
  void shouldTakeStringsOfSharedDictionaries(int width, int size, MemoryLedger ledger) {
    Random random = new Random(SEED);
    List<String> expected = new ArrayList<>();
    try (Database database = Database.inMemory(ledger)) {
      database.setRowGroupRows(ROW_GROUP_ROWS);
      try (MemoryScope scope = ledger.openScope("batches");
          Appender appender = database.newTable(table(DataType.VARCHAR))) {
        List<List<String>> entries = new ArrayList<>();
        List<Dictionary> dictionaries = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          List<String> strings = new ArrayList<>();
          for (int code = 0; code < size; code++) {
            // One string occurs twice in a dictionary, and most occur in both.
            strings.add("x".repeat(code % 21) + Math.max(1, code) % Math.max(1, size - i));
          }
          entries.add(strings);
          dictionaries.add(dictionary(scope, strings));
        }
        for (int batch = 0; batch < 30; batch++) {
          int chosen = batch / 4 % 2;
          int[] rows = random.ints(1 + random.nextInt(2048), 0, size).toArray();
          for (int code : rows) {
            expected.add(entries.get(chosen).get(code));
          }
          ColumnVector vector =
              new ColumnVector(DataType.VARCHAR)
                  .setDictionary(codes(scope, width, rows), 0, width, dictionaries.get(chosen));
          appender.append(new Batch(vector).set(rows.length, null));
        }
        appender.commit();
      }
      try (TableSnapshot snapshot = database.table("t").snapshot()) {
        assertThat(TableReader.column(snapshot, 0, 2048, ledger)).isEqualTo(expected);
      }
    }
  }

  /**
   * Rows that are codes are followed by NULL, by strings without a dictionary and by too many
   * strings for codes.
   */
  @ParameterizedTest
  @CsvSource({
    "10, 0, 131072",
    "10, 3, 131072",
    "300, 20, 4096",
    "5000, 20, 131072",
    "32000, 0, 131072",
    "20000, 30, 20000"
  })
  void shouldTakeCodesBesideOtherRows(int size, int others, int groupRows, MemoryLedger ledger) {
    Random random = new Random(SEED);
    List<String> expected = new ArrayList<>();
    try (Database database = Database.inMemory(ledger)) {
      database.setRowGroupRows(groupRows);
      try (MemoryScope scope = ledger.openScope("batches");
          Appender appender = database.newTable(table(DataType.VARCHAR))) {
        Dictionary dictionary = null;
        String prefix = "";
        for (int batch = 0; batch < 100; batch++) {
          if (batch % 25 == 0) {
            prefix = "y".repeat(batch % 7) + (batch < 50 ? "" : batch);
            List<String> strings = new ArrayList<>();
            for (int code = 0; code < size; code++) {
              strings.add(prefix + code);
            }
            dictionary = dictionary(scope, strings);
          }
          int[] rows = random.ints(1 + random.nextInt(2048), 0, size).toArray();
          ColumnVector vector = new ColumnVector(DataType.VARCHAR);
          if (random.nextInt(100) < others) {
            List<String> strings = new ArrayList<>();
            for (int row : rows) {
              strings.add(row % 5 == 0 ? null : "z".repeat(row % 60) + row);
            }
            expected.addAll(strings);
            vector = new Vectors(scope).of(DataType.VARCHAR, strings.toArray());
          } else {
            boolean mayHaveNulls = random.nextInt(3) == 0;
            MemorySegment nulls = scope.allocateZeroed(2048 / 8);
            for (int i = 0; i < rows.length; i++) {
              boolean isNull = mayHaveNulls && random.nextInt(4) == 0;
              if (isNull) {
                Bitmaps.set(nulls, 0, i);
              }
              expected.add(isNull ? null : prefix + rows[i]);
            }
            vector.setDictionary(codes(scope, 4, rows), 0, 4, dictionary);
            if (mayHaveNulls) {
              vector.setNulls(nulls, 0);
            }
          }
          appender.append(new Batch(vector).set(rows.length, null));
        }
        appender.commit();
      }
      try (TableSnapshot snapshot = database.table("t").snapshot()) {
        assertThat(TableReader.column(snapshot, 0, 2048, ledger)).isEqualTo(expected);
      }
    }
  }

  /** An entry that no row has, or only rows that are NULL, may be one that does not fit. */
  @Test
  void shouldNotLookAtEntriesWithoutRows(MemoryLedger ledger) {
    DataType type = DataType.varchar(3);
    try (Database database = Database.inMemory(ledger)) {
      try (MemoryScope scope = ledger.openScope("batches");
          Appender appender = database.newTable(table(type))) {
        Dictionary dictionary = dictionary(scope, List.of("too long", "abc", "too long, too"));
        MemorySegment nulls = scope.allocateZeroed(8);
        nulls.set(ValueLayout.JAVA_LONG, 0, 0b101);
        ColumnVector vector =
            new ColumnVector(DataType.VARCHAR)
                .setDictionary(codes(scope, 1, new int[] {0, 1, 2}), 0, 1, dictionary)
                .setNulls(nulls, 0);
        appender.append(new Batch(vector).set(3, null));
        appender.commit();
      }
      try (TableSnapshot snapshot = database.table("t").snapshot()) {
        assertThat(TableReader.column(snapshot, 0, 2048, ledger))
            .containsExactly(null, "abc", null);
      }
    }
  }

  /**
   * Whole numbers come as codes that share base, factor and width over some batches, as the chunks
   * of a file do, with NULL and single rows between them.
   */
  @ParameterizedTest
  @CsvSource({"1, 0, 131072", "1, 0, 4096", "2, 5, 131072", "30, 30, 4096"})
  void shouldTakeNumbersAsCodes(int change, int others, int groupRows, MemoryLedger ledger) {
    Random random = new Random(SEED);
    List<Long> expected = new ArrayList<>();
    try (Database database = Database.inMemory(ledger)) {
      database.setRowGroupRows(groupRows);
      try (MemoryScope scope = ledger.openScope("batches");
          Appender appender = database.newTable(table(DataType.INT64))) {
        int width = 1;
        long base = 0;
        long factor = 1;
        for (int batch = 0; batch < 150; batch++) {
          if (random.nextInt(100) < change) {
            width = 1 << random.nextInt(3);
            base = random.nextLong(-1000, 1000);
            factor = random.nextInt(2) == 0 ? 1 : random.nextLong(-3, 100);
          }
          int[] codes = random.ints(1 + random.nextInt(2048), 0, 256).toArray();
          boolean mayHaveNulls = random.nextInt(100) < others;
          MemorySegment nulls = scope.allocateZeroed(2048 / 8);
          for (int i = 0; i < codes.length; i++) {
            boolean isNull = mayHaveNulls && random.nextInt(4) == 0;
            if (isNull) {
              Bitmaps.set(nulls, 0, i);
            }
            expected.add(isNull ? null : base + factor * codes[i]);
          }
          ColumnVector vector =
              new ColumnVector(DataType.INT64)
                  .setIntegers(codes(scope, width, codes), 0, width, base, factor);
          if (mayHaveNulls) {
            vector.setNulls(nulls, 0);
          }
          appender.append(new Batch(vector).set(codes.length, null));
          if (random.nextInt(100) < others) {
            appender.setLong(0, batch);
            appender.endRow();
            expected.add((long) batch);
          }
        }
        appender.commit();
      }
      try (TableSnapshot snapshot = database.table("t").snapshot()) {
        assertThat(TableReader.column(snapshot, 0, 2048, ledger)).isEqualTo(expected);
      }
    }
  }
}
