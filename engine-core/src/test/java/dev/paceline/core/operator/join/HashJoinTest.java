package dev.paceline.core.operator.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.operator.join.JoinFixture.Rows;
import dev.paceline.core.operator.join.JoinOracle.Match;
import dev.paceline.core.operator.join.filter.RuntimeFilterSlot;
import dev.paceline.core.operator.join.hash.HashJoinBuild;
import dev.paceline.core.operator.spill.PartitionedRows;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.SoakSize;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(LedgerExtension.class)
class HashJoinTest {
  private static final DataType WIDE = DataType.decimal(38, 2);

  /** What the keys of a case look like. */
  private enum Keys {
    DENSE(DataType.INT32),
    SPARSE(DataType.INT64),
    EXTREME(DataType.INT64),
    DATES(DataType.DATE),
    TEXT(DataType.VARCHAR),
    WIDE_DECIMAL(WIDE),
    DOUBLES(DataType.FLOAT64),
    FLAGS(DataType.BOOLEAN),
    TWO_DENSE(DataType.INT32, DataType.DATE),
    TWO_SPARSE(DataType.INT64, DataType.INT64),
    NUMBER_AND_TEXT(DataType.INT32, DataType.character(3)),
    THREE(DataType.BOOLEAN, DataType.INT16, DataType.decimal(9, 2));

    private final List<DataType> types;

    Keys(DataType... types) {
      this.types = List.of(types);
    }
  }

  private static final int[] BATCH_ROWS = {1, 3, 2048};

  @ParameterizedTest
  @EnumSource(JoinType.class)
  void joinsLikeTheOracle(JoinType type, MemoryLedger ledger) {
    for (Keys keys : Keys.values()) {
      for (int batchRows : BATCH_ROWS) {
        for (int round = 0; round < SoakSize.of(1, 4); round++) {
          long seed =
              type.ordinal() * 1_000_003L + keys.ordinal() * 10_007L + batchRows * 101L + round;
          check(type, keys, batchRows, seed, round, ledger, TemporaryStorage.NONE, 0);
        }
      }
    }
  }

  /** Without memory for more than a batch: the rest goes through files, level by level. */
  @ParameterizedTest
  @EnumSource(JoinType.class)
  void joinsThroughTemporaryFiles(JoinType type, MemoryLedger ledger, @TempDir Path folder) {
    TemporaryStorage storage = new TemporaryStorage(folder, 1 << 30);
    int spilled = 0;
    for (Keys keys : Keys.values()) {
      for (int batchRows : BATCH_ROWS) {
        for (int round = 0; round < SoakSize.of(1, 4); round++) {
          long seed =
              type.ordinal() * 2_000_003L + keys.ordinal() * 10_007L + batchRows * 101L + round;
          long dividedBytes = round < 2 ? 0 : PartitionedRows.DIVIDED_BYTES;
          spilled +=
              check(type, keys, batchRows, seed, round, ledger, storage, dividedBytes) ? 1 : 0;
        }
      }
    }
    assertThat(storage.usedBytes()).isZero();
    assertThat(spilled).isGreaterThan(Keys.values().length);
  }

  /** Returns whether rows went to files. */
  private static boolean check(
      JoinType type,
      Keys keys,
      int batchRows,
      long seed,
      int round,
      MemoryLedger ledger,
      TemporaryStorage storage,
      long dividedBytes) {
    Random random = new Random(seed);
    int keyCount = keys.types.size();
    int limit = batchRows == 2048 ? 150 : 30;
    int leftRows = size(random, limit, batchRows);
    int rightRows = size(random, limit, Math.min(64, batchRows));
    int distinct = 1 + random.nextInt(random.nextBoolean() ? 5 : limit);
    int nullPercent = random.nextInt(3) * 10;
    Rows left = rows(keys, leftRows, distinct, nullPercent, random);
    Rows right = rows(keys, rightRows, distinct, nullPercent, random);
    boolean unique = random.nextInt(3) == 0;
    if (unique) {
      right = withoutDuplicates(right, keyCount);
    }
    boolean[] nullsEqual = new boolean[keyCount];
    for (int key = 0; key < keyCount; key++) {
      nullsEqual[key] = random.nextInt(4) == 0;
    }
    boolean hasCondition =
        type != JoinType.LEFT_MARK && type != JoinType.NULL_AWARE_ANTI && random.nextBoolean();
    int columns = left.types().size();
    int compared = keyCount + 1;
    Expression condition = hasCondition ? new NotEqual(compared, columns + compared) : null;
    JoinShape shape =
        new JoinShape(type, left.types(), right.types(), condition, outputs(type, columns, random));
    int[] keyColumns = new int[keyCount];
    for (int key = 0; key < keyCount; key++) {
      keyColumns[key] = key;
    }
    Match match = JoinOracle.keys(keyColumns, keyColumns, nullsEqual);
    if (hasCondition) {
      match = JoinOracle.both(match, JoinOracle.notEqual(compared, compared));
    }
    long hashMask = round % 4 == 2 ? 0 : -1L;
    int workers = 1 + round % 2;
    Set<Technique> without = round % 4 == 3 ? Set.of(Technique.DIRECT) : Set.of();
    List<String> actual;
    String table;
    boolean spilled;
    try (JoinFixture fixture =
        new JoinFixture(ledger, storage, batchRows, workers, random, without)) {
      HashJoinBuild build =
          new HashJoinBuild(
              shape,
              keyColumns,
              keyColumns,
              nullsEqual,
              new RuntimeFilterSlot[keyCount],
              fixture.query,
              hashMask,
              0,
              dividedBytes);
      fixture.fill(build, right);
      spilled = build.spilled() != null;
      table = spilled ? "files" : build.table() == null ? "set" : build.table().describe();
      if (!without.isEmpty() && !spilled) {
        assertThat(table).isNotEqualTo("set").doesNotStartWith("direct");
      }
      List<List<@Nullable Object>> rows = fixture.send(build.probe(), left);
      Source rest = build.rest();
      if (rest != null) {
        rows.addAll(fixture.read(rest));
      }
      actual = JoinOracle.text(rows);
    } catch (RuntimeException e) {
      throw new AssertionError(type + " " + keys + " batchRows " + batchRows + " seed " + seed, e);
    }
    assertThat(actual)
        .as(
            "%s, %s keys (%s), %d x %d rows, batches of %d, condition %s, seed %d",
            type, keys, table, left.rows().size(), right.rows().size(), batchRows, condition, seed)
        .isEqualTo(JoinOracle.join(shape, left, right, match));
    return spilled;
  }

  private static int size(Random random, int limit, int batchRows) {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> 1;
      case 2 -> Math.min(batchRows + 1, 2049);
      default -> random.nextInt(limit);
    };
  }

  private static int[] outputs(JoinType type, int columns, Random random) {
    int count =
        switch (type) {
          case INNER, LEFT, RIGHT, FULL -> 2 * columns;
          case SEMI, ANTI, RIGHT_SEMI, RIGHT_ANTI, NULL_AWARE_ANTI -> columns;
          case LEFT_MARK -> columns + 1;
        };
    List<Integer> outputs = new ArrayList<>();
    for (int column = 0; column < count; column++) {
      if (random.nextInt(4) != 0) {
        outputs.add(random.nextInt(outputs.size() + 1), column);
      }
    }
    return outputs.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Columns: keys, a unique number, a small nullable number, a text, a flag, a double. */
  private static Rows rows(Keys keys, int count, int distinct, int nullPercent, Random random) {
    List<DataType> types = new ArrayList<>(keys.types);
    types.addAll(
        List.of(
            DataType.INT64,
            DataType.INT64,
            DataType.VARCHAR,
            DataType.BOOLEAN,
            DataType.FLOAT64,
            WIDE));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<@Nullable Object> row = new ArrayList<>();
      for (DataType type : keys.types) {
        boolean isNull = random.nextInt(100) < nullPercent;
        row.add(isNull ? null : key(keys, type, random.nextInt(distinct), random));
      }
      row.add((long) i);
      row.add(random.nextInt(5) == 0 ? null : (Long) (long) random.nextInt(3));
      row.add(random.nextInt(7) == 0 ? null : "text " + random.nextInt(20));
      row.add(random.nextInt(7) == 0 ? null : (Boolean) random.nextBoolean());
      row.add(random.nextInt(7) == 0 ? null : (Double) random.nextDouble());
      row.add(
          new BigDecimal(random.nextInt(3) == 0 ? "123456789012345678901234567890.12" : "1.50"));
      rows.add(row);
    }
    return new Rows(types, rows);
  }

  private static Object key(Keys keys, DataType type, int value, Random random) {
    if (keys == Keys.EXTREME) {
      return switch (value) {
        case 0 -> Long.MIN_VALUE;
        case 1 -> Long.MAX_VALUE;
        default -> value * 0x9E3779B97F4A7C15L;
      };
    }
    if (keys == Keys.SPARSE || keys == Keys.TWO_SPARSE) {
      return value * 1_000_003L - 77;
    }
    return switch (type.kind()) {
      case VARCHAR, CHAR -> "k" + (char) ('a' + value % 7) + value % 10;
      case BOOLEAN -> value % 2 == 0;
      case FLOAT64 ->
          value == 0 ? (random.nextBoolean() ? 0.0 : -0.0) : value == 1 ? Double.NaN : value / 3.0;
      case DECIMAL ->
          type.precision() < 38
              ? new BigDecimal(value + ".25")
              : new BigDecimal((value % 3 == 0 ? "" : "98765432109876543210987") + value + ".75");
      case INT16 -> (long) (value % 11);
      default -> (long) value + 1000;
    };
  }

  private static Rows withoutDuplicates(Rows rows, int keyCount) {
    List<List<@Nullable Object>> kept = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (List<@Nullable Object> row : rows.rows()) {
      String key = row.subList(0, keyCount).toString();
      if (!seen.contains(key)) {
        seen.add(key);
        kept.add(row);
      }
    }
    return new Rows(rows.types(), kept);
  }
}
