package dev.paceline.core.operator.join.hash;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.operator.join.JoinOutput;
import dev.paceline.core.operator.join.KeyEquality;
import dev.paceline.core.operator.join.PairComparison;
import dev.paceline.core.operator.join.PairFilter;
import dev.paceline.core.operator.join.filter.KeySet;
import org.jspecify.annotations.Nullable;

/** The probe side of an equi-join. */
final class HashJoinProbe implements StageFactory {
  private final HashJoinBuild build;

  HashJoinProbe(HashJoinBuild build) {
    this.build = build;
  }

  @Override
  public BatchConsumer newStage(WorkerContext context, BatchConsumer downstream) {
    return new Stage(context, downstream);
  }

  @Override
  public String name() {
    return "hash join " + build.shape().type();
  }

  /** Chooses how to probe when the first batch comes: then the build side is surely complete. */
  private final class Stage implements BatchConsumer {
    private final WorkerContext context;
    private final BatchConsumer downstream;
    private @Nullable BatchConsumer probe;

    Stage(WorkerContext context, BatchConsumer downstream) {
      this.context = context;
      this.downstream = downstream;
    }

    @Override
    public boolean accept(Batch batch) {
      BatchConsumer current = probe;
      if (current == null) {
        current = choose();
        probe = current;
      }
      return current.accept(batch);
    }

    private BatchConsumer choose() {
      SpilledJoin spilled = build.spilled();
      if (spilled != null) {
        return spilled.newLeftWriter(context);
      }
      JoinOutput output = new JoinOutput(build.columns(), context, downstream);
      KeySet set = build.existence();
      if (set != null) {
        return new ExistenceProbe(build, new SetExistence(set, build.keys()), output, context);
      }
      PairComparison.Split split =
          PairComparison.split(build.shape(), build.columns(), build.store(), context);
      PairComparison comparison = split.comparison();
      PairFilter filter = newFilter(split.rest());
      return switch (build.shape().type()) {
        case INNER, LEFT, RIGHT, FULL ->
            new PairProbe(build, comparison, filter, newInput(), output, context);
        case RIGHT_SEMI, RIGHT_ANTI ->
            new MarkProbe(build, comparison, filter, newInput(), context);
        case SEMI, ANTI, LEFT_MARK, NULL_AWARE_ANTI -> {
          Existence existence = new TableExistence(build, comparison, filter, newInput(), context);
          yield new ExistenceProbe(build, existence, output, context);
        }
      };
    }

    private ProbeInput newInput() {
      return new ProbeInput(build.keys(), table(), context);
    }

    private PairFilter newFilter(@Nullable Expression condition) {
      JoinKeys keys = build.keys();
      KeyEquality equality =
          table().isExact()
              ? null
              : new KeyEquality(
                  keys.types(), keys.left(), keys.stored(), keys.nullsEqual(), context);
      return new PairFilter(
          build.shape(), build.columns(), build.store(), condition, equality, context);
    }

    private JoinTable table() {
      return requireNonNull(build.table(), "table");
    }
  }
}
