package dev.paceline.core.operator.join.inequality;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.join.JoinColumns;
import dev.paceline.core.operator.join.JoinShape;
import dev.paceline.core.operator.row.RowCollector;
import dev.paceline.core.operator.row.RowPart;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The right side of a join by one or two comparisons by order: keeps the right rows, sorted by what
 * the first comparison asks for. Rows with a NULL there have no partners and are not kept.
 *
 * <p>Rows are not put into temporary files; the statement fails when they do not fit into memory.
 */
public final class InequalityBuild implements Sink, AutoCloseable {
  private final JoinShape shape;
  private final Inequalities condition;
  private final JoinColumns columns;
  private final QueryContext query;
  private final MemoryScope memory;
  private final List<OrderedKey> keys;
  private final RowCollector collector;

  @GuardedBy("this")
  private @Nullable RowStore store;

  @GuardedBy("this")
  private @Nullable SortedKeys sorted;

  private InequalityBuild(JoinShape given, Inequalities condition, QueryContext query) {
    this.condition = condition;
    this.shape =
        new JoinShape(
            given.type(),
            given.leftTypes(),
            given.rightTypes(),
            condition.residual(),
            given.outputs());
    memory = query.budget().openScope(name() + " of " + query.name());
    this.query = query.withMemory(memory);
    columns = new JoinColumns(shape, new int[0]);
    keys =
        condition.comparisons().stream()
            .map(comparison -> new OrderedKey(comparison.operator()))
            .toList();
    List<DataType> types = new ArrayList<>(columns.keptTypes());
    condition.comparisons().forEach(comparison -> types.add(comparison.right().type()));
    collector = new RowCollector(types, this.query, name());
  }

  /**
   * @return null if the condition does not compare numbers of the two sides by order, or the type
   *     of the join delivers right rows without a partner
   */
  public static @Nullable InequalityBuild of(JoinShape shape, QueryContext query) {
    Inequalities condition = Inequalities.of(shape);
    return condition == null ? null : new InequalityBuild(shape, condition, query);
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    return new Input(context);
  }

  @Override
  public FinishPhase finish() {
    return FinishPhase.of(collector.combine()).then(this::sort);
  }

  private FinishPhase sort() {
    RowStore collected = collector.store();
    int kept = columns.kept().length;
    List<ColumnVector> values = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      values.add(collected.column(kept + i));
    }
    KeySort sort = new KeySort(collected.rowCount(), keys, values, query);
    return sort.phases()
        .then(
            () -> {
              RowStore ordered = collected.ofSameTypes(kept);
              List<FinishOrder> orders = new ArrayList<>();
              for (Runnable piece : ordered.reorder(collected, sort.rows())) {
                orders.add(
                    unused -> {
                      query.cancellation().check();
                      piece.run();
                    });
              }
              return FinishPhase.of(orders)
                  .thenRun(
                      () -> {
                        collected.release();
                        complete(ordered, sort.complete());
                      });
            });
  }

  private synchronized void complete(RowStore ordered, SortedKeys byKey) {
    store = ordered;
    sorted = byKey;
  }

  /** The search for partners, for a pipeline that depends on this build. */
  public StageFactory probe() {
    return new InequalityProbe(this);
  }

  @Override
  public ScanOrder inputOrder() {
    return ScanOrder.ANY;
  }

  @Override
  public String name() {
    return "build of inequality join " + shape.type();
  }

  JoinShape shape() {
    return shape;
  }

  Inequalities condition() {
    return condition;
  }

  JoinColumns columns() {
    return columns;
  }

  List<OrderedKey> keys() {
    return keys;
  }

  /** The right rows in the order of {@link #sorted}. */
  synchronized RowStore store() {
    return requireNonNull(store, "store");
  }

  synchronized SortedKeys sorted() {
    return requireNonNull(sorted, "sorted");
  }

  /** Gives the memory back; the query's end does, too. */
  @Override
  public void close() {
    memory.close();
  }

  /** The rows that one worker brings. */
  private final class Input implements BatchConsumer {
    private final RowPart part;
    private final int leftCount = shape.leftTypes().size();
    private final int[] kept = columns.kept();
    private final int[] from = new int[kept.length + keys.size()];
    private final Compactor compactor;
    private final ColumnVector[] pair;
    private final Batch pairs;
    private final Batch rows;
    private final Evaluator[] evaluators;
    private final MemorySegment known;
    private final ColumnVector[] written;

    Input(WorkerContext context) {
      part = collector.newPart(context);
      List<DataType> rightTypes = shape.rightTypes();
      compactor =
          new Compactor(rightTypes.toArray(DataType[]::new), context.memory(), context.batchRows());
      pair = new ColumnVector[leftCount + rightTypes.size()];
      for (int i = 0; i < pair.length; i++) {
        pair[i] =
            new ColumnVector(
                i < leftCount ? shape.leftTypes().get(i) : rightTypes.get(i - leftCount));
      }
      pairs = new Batch(pair);
      evaluators =
          condition.comparisons().stream()
              .map(comparison -> comparison.right().newEvaluator(context))
              .toArray(Evaluator[]::new);
      known = context.memory().allocate(4L * context.batchRows());
      written = new ColumnVector[from.length];
      for (int i = 0; i < from.length; i++) {
        from[i] = i;
        written[i] = new ColumnVector(collector.types().get(i));
      }
      rows = new Batch(written);
    }

    @Override
    public boolean accept(Batch given) {
      Batch batch = compactor.compact(given);
      int count = batch.rowCount();
      for (int i = leftCount; i < pair.length; i++) {
        pair[i].pointTo(batch.column(i - leftCount));
      }
      pairs.set(count, null);
      boolean mayHaveNulls = false;
      for (int i = 0; i < evaluators.length; i++) {
        ColumnVector values = evaluators[i].evaluate(pairs);
        written[kept.length + i].pointTo(values);
        mayHaveNulls |= values.mayHaveNulls();
      }
      for (int i = 0; i < kept.length; i++) {
        written[i].pointTo(batch.column(kept[i]));
      }
      rows.set(count, null);
      if (!mayHaveNulls) {
        part.append(rows, from, null, count);
        return true;
      }
      int found = findKnown(count);
      if (found > 0) {
        part.append(rows, from, known, found);
      }
      return true;
    }

    private int findKnown(int count) {
      int found = 0;
      for (int row = 0; row < count; row++) {
        boolean isNull = false;
        for (int i = kept.length; i < written.length; i++) {
          isNull |= written[i].isNull(row);
        }
        if (!isNull) {
          known.set(ValueLayout.JAVA_INT, (long) found++ << 2, row);
        }
      }
      return found;
    }
  }
}
