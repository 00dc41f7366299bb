package dev.paceline.core.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
class ProjectStageTest {
  private static final int ROWS = 1000;

  private QueryContext query;
  private WorkerContext worker;

  @BeforeEach
  void open(MemoryLedger ledger) {
    query = QueryContext.open("test", ledger, new CancellationToken(), 2048, 0, ZoneOffset.UTC);
    worker = new WorkerContext(query, query.memory());
  }

  @AfterEach
  void close() {
    query.close();
  }

  /** 1000 / x for x = 0, 1, 2, ... */
  private static final Expression QUOTIENT =
      Expressions.divide(
          DataType.INT64,
          Expressions.literal(DataType.INT64, 1000L),
          Expressions.column(0, DataType.INT64));

  private Batch batch(IntPredicate selected) {
    return batch(0, selected);
  }

  /** The numbers from one on. */
  private Batch batch(int from, IntPredicate selected) {
    List<Object> values = new ArrayList<>();
    Selection selection = new Selection(query.memory(), ROWS);
    selection.selectAll(ROWS);
    for (int i = 0; i < ROWS; i++) {
      values.add((long) from + i);
      if (!selected.test(i)) {
        Bitmaps.clear(selection.bitmap(), 0, i);
      }
    }
    ColumnVector x = new Vectors(query.memory()).of(DataType.INT64, values.toArray());
    return new Batch(x).set(ROWS, selection.update(ROWS) == ROWS ? null : selection);
  }

  /** What flows out, row by row. */
  private BatchConsumer stage(Expression expression, List<Object> out) {
    return new ProjectStage(List.of(DataType.INT64), List.of(expression))
        .newStage(
            worker,
            batch -> {
              List<Object> values = Vectors.read(batch.column(0), batch.rowCount());
              Selection selection = batch.selection();
              for (int i = 0; i < values.size(); i++) {
                if (selection == null || Bitmaps.get(selection.bitmap(), 0, i)) {
                  out.add(values.get(i));
                }
              }
              return true;
            });
  }

  private static List<Object> quotients(IntPredicate selected) {
    List<Object> expected = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      if (selected.test(i)) {
        expected.add(1000L / i);
      }
    }
    return expected;
  }

  @Test
  void rowsThatAreNotSelectedMayFail() {
    List<Object> out = new ArrayList<>();
    BatchConsumer stage = stage(QUOTIENT, out);
    List<Object> expected = new ArrayList<>();
    for (IntPredicate selected :
        List.<IntPredicate>of(i -> i > 0, i -> i > 900, i -> i != 0 && i != 999, i -> i == 7)) {
      stage.accept(batch(selected));
      expected.addAll(quotients(selected));
      assertThat(out).isEqualTo(expected);
    }
  }

  @Test
  void selectedRowsFail() {
    for (IntPredicate selected : List.<IntPredicate>of(i -> true, i -> i < 999, i -> i < 10)) {
      BatchConsumer stage = stage(QUOTIENT, new ArrayList<>());
      for (int time = 0; time < 2; time++) {
        assertThatThrownBy(() -> stage.accept(batch(selected)))
            .isInstanceOfSatisfying(
                PacelineException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO));
      }
    }
  }

  @Test
  void denseSelectionsPassThrough() {
    List<Boolean> selections = new ArrayList<>();
    BatchConsumer stage =
        new ProjectStage(List.of(DataType.INT64), List.of(QUOTIENT))
            .newStage(worker, batch -> selections.add(batch.selection() != null));
    stage.accept(batch(1, i -> i != 5));
    stage.accept(batch(i -> i < 10 && i > 0));
    stage.accept(batch(i -> i > 0));
    assertThat(selections).as("dense, sparse, failing").containsExactly(true, false, false);
    stage.accept(batch(i -> i > 0));
    assertThat(selections).as("failed before").endsWith(false);
  }
}
