package dev.paceline.core.plan;

import dev.paceline.core.exec.RowTarget;
import dev.paceline.core.expr.series.SeriesCall;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of a physical plan. Immutable; column numbers count from 0 in the node's input. */
public sealed interface PlanNode {
  /** The types of the output columns. */
  List<DataType> types();

  /** Returns the nodes whose rows this one reads; none by default. */
  default List<PlanNode> inputs() {
    return List.of();
  }

  /** A node with one input. */
  sealed interface OneInput extends PlanNode {
    /** Returns the node whose rows this one reads. */
    PlanNode input();

    @Override
    default List<PlanNode> inputs() {
      return List.of(input());
    }
  }

  /**
   * Reads some columns of a table, dropping rows as early as can be.
   *
   * @param columns the table's columns that are read, whether for output or for predicates
   * @param predicates all must hold; they are evaluated on encoded data
   * @param residual a BOOLEAN expression over {@code columns} that must be true as well; null for
   *     none
   * @param outputs positions in {@code columns} that the node delivers, in this order
   * @param keyFilters runtime filters of joins above, on positions in {@code columns}
   */
  record TableScan(
      ScanTarget table,
      int[] columns,
      List<ScanPredicate> predicates,
      @Nullable Expression residual,
      int[] outputs,
      List<KeyFilter> keyFilters)
      implements PlanNode {
    @Override
    public List<DataType> types() {
      List<DataType> all = table.columnTypes();
      List<DataType> types = new ArrayList<>();
      for (int output : outputs) {
        types.add(all.get(columns[output]));
      }
      return types;
    }
  }

  /**
   * Says that a scan may use the runtime filter of a join of which it feeds the probe side.
   *
   * @param filterId as in {@link HashJoin#filterIds}
   * @param column position in the scan's columns
   */
  record KeyFilter(int filterId, int column) {}

  /**
   * Literal rows: one expression a column, evaluated once; a VALUES without columns has rows all
   * the same.
   */
  record Values(List<DataType> types, List<List<Expression>> rows) implements PlanNode {}

  /** Rows for which a BOOLEAN expression is true. */
  record Filter(PlanNode input, Expression condition) implements OneInput {
    @Override
    public List<DataType> types() {
      return input.types();
    }
  }

  record Project(PlanNode input, List<Expression> expressions) implements OneInput {
    @Override
    public List<DataType> types() {
      return expressions.stream().map(Expression::type).toList();
    }
  }

  /**
   * Equi-join by a hash or direct-address table of the right input.
   *
   * @param leftKeys and rightKeys columns that must be equal, pairwise of the same type; at least
   *     one
   * @param nullsEqual per key, whether NULL equals NULL (IS NOT DISTINCT FROM; set operations)
   * @param residual further condition over left ++ right columns; null for none. Not with LEFT_MARK
   *     and NULL_AWARE_ANTI
   * @param outputs positions in the join's full output (left ++ right columns; left ++ mark; or one
   *     side's columns, as the type says) that the node delivers
   * @param filterIds per key, the id of the runtime filter that the build side publishes; -1 for
   *     none
   */
  record HashJoin(
      PlanNode left,
      PlanNode right,
      JoinType type,
      int[] leftKeys,
      int[] rightKeys,
      boolean[] nullsEqual,
      @Nullable Expression residual,
      int[] outputs,
      int[] filterIds)
      implements PlanNode {
    @Override
    public List<DataType> types() {
      return joinTypes(left, right, type, outputs);
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(left, right);
    }
  }

  /**
   * Join by any condition, or none: for every left batch, all right rows.
   *
   * @param condition over left ++ right columns; null means every pair matches
   * @param type INNER, LEFT, RIGHT, FULL, SEMI or ANTI
   */
  record NestedLoopJoin(
      PlanNode left, PlanNode right, JoinType type, @Nullable Expression condition, int[] outputs)
      implements PlanNode {
    @Override
    public List<DataType> types() {
      return joinTypes(left, right, type, outputs);
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(left, right);
    }
  }

  /**
   * Groups by key columns and aggregates. Output: keys, then aggregates. Without keys there is
   * always one output row; with keys and without calls it is DISTINCT. NULL keys are equal.
   *
   * @param expectedGroups the planner's estimate of the number of groups; infinite if there is none
   */
  record Aggregate(PlanNode input, int[] keys, List<AggregateCall> calls, double expectedGroups)
      implements OneInput {
    /** An aggregation of which the number of groups is not known. */
    public Aggregate(PlanNode input, int[] keys, List<AggregateCall> calls) {
      this(input, keys, calls, Double.POSITIVE_INFINITY);
    }

    @Override
    public List<DataType> types() {
      List<DataType> inputTypes = input.types(); // asks all nodes below
      List<DataType> types = new ArrayList<>();
      for (int key : keys) {
        types.add(inputTypes.get(key));
      }
      for (AggregateCall call : calls) {
        types.add(call.type());
      }
      return types;
    }
  }

  /**
   * Sorts, and keeps rows [offset, offset + limit). Its output keeps the order through Filter,
   * Project and Limit up to the result.
   *
   * @param keys may be empty: then this is LIMIT/OFFSET in the input's order
   * @param limit -1 for all
   */
  record Sort(PlanNode input, List<SortKey> keys, long offset, long limit) implements OneInput {
    @Override
    public List<DataType> types() {
      return input.types();
    }
  }

  /**
   * Adds a column for each window function. The order of its rows means nothing.
   *
   * @param partitionKeys columns whose values, NULLs included, are equal in a partition; may be
   *     empty
   * @param orderKeys the order in each partition; may be empty
   * @param calls at least one
   * @param limit which rows are wanted; null for all
   */
  record Window(
      PlanNode input,
      int[] partitionKeys,
      List<SortKey> orderKeys,
      List<WindowCall> calls,
      @Nullable RankLimit limit)
      implements OneInput {
    @Override
    public List<DataType> types() {
      List<DataType> types = new ArrayList<>(input.types());
      calls.forEach(call -> types.add(call.type()));
      return types;
    }
  }

  /**
   * Repeats each row once for each grouping set: the keys, NULL in sets without them; all columns
   * of the input; the number of the set, INT64.
   *
   * @param sets for each set, whether it has each of the keys
   */
  record Expand(PlanNode input, int[] keys, List<boolean[]> sets) implements OneInput {
    @Override
    public List<DataType> types() {
      List<DataType> inputTypes = input.types(); // asks all nodes below
      List<DataType> types = new ArrayList<>();
      for (int key : keys) {
        types.add(inputTypes.get(key));
      }
      types.addAll(inputTypes);
      types.add(DataType.INT64);
      return types;
    }
  }

  /**
   * Repeats each row once for each element of its lists: some columns of the input; the element of
   * each list, NULL behind the end of a list that is shorter than another; the number of the
   * element from 1, INT32.
   *
   * @param kept the columns of the input that the node delivers
   * @param lists at least one, over the columns of the input
   * @param ordinality whether there are numbers
   * @param outer whether a row whose lists are all empty or NULL is kept, with NULL for the rest
   */
  record Unnest(
      PlanNode input, int[] kept, List<Expression> lists, boolean ordinality, boolean outer)
      implements OneInput {
    @Override
    public List<DataType> types() {
      List<DataType> inputTypes = input.types(); // asks all nodes below
      List<DataType> types = new ArrayList<>();
      for (int column : kept) {
        types.add(inputTypes.get(column));
      }
      lists.forEach(list -> types.add(list.type().elementType()));
      if (ordinality) {
        types.add(DataType.INT32);
      }
      return types;
    }

    /** Returns the series whose values are all that the node delivers; null if there is more. */
    public @Nullable SeriesCall onlySeries() {
      return input instanceof Values values
              && values.rows().size() == 1
              && kept.length == 0
              && lists.size() == 1
              && lists.getFirst() instanceof SeriesCall series
              && series.isConstant()
              && !ordinality
              && !outer
          ? series
          : null;
    }
  }

  /**
   * Rows of a part of the plan that is computed once: all nodes with the same object as their input
   * hand out the same rows, in any order.
   */
  record Shared(PlanNode input) implements OneInput {
    @Override
    public List<DataType> types() {
      return input.types();
    }
  }

  /**
   * WITH RECURSIVE: returns the rows of the seed and those of all iterations of the step. Each
   * iteration reads the rows that the previous one added. The last iteration adds none.
   *
   * @param number by which {@link WorkingRows} in the step refer to this node
   * @param step has the same types as the seed
   * @param all keeps duplicates; without it a row is added only if there was no equal one
   * @param enough the number of rows after which there is no further iteration
   */
  record Recursion(int number, PlanNode seed, PlanNode step, boolean all, long enough)
      implements PlanNode {
    @Override
    public List<DataType> types() {
      return seed.types();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(seed, step);
    }
  }

  /**
   * The rows that the last iteration of a recursion added, in any order.
   *
   * @param recursion the number of the {@link Recursion} whose step this is a part of
   */
  record WorkingRows(int recursion, List<DataType> types) implements PlanNode {}

  /** All rows of all inputs, which have the same types. */
  record UnionAll(List<PlanNode> inputs) implements PlanNode {
    @Override
    public List<DataType> types() {
      return inputs.getFirst().types();
    }
  }

  /**
   * INTERSECT or EXCEPT. NULLs are equal.
   *
   * @param all keeps duplicates: min(m, n) of them, or max(m - n, 0)
   */
  record SetOperation(PlanNode left, PlanNode right, boolean except, boolean all)
      implements PlanNode {
    @Override
    public List<DataType> types() {
      return left.types();
    }

    @Override
    public List<PlanNode> inputs() {
      return List.of(left, right);
    }
  }

  /**
   * Adds all rows to a target. Its output is one row: how many they were. If the order of the rows
   * means something, they are added in this order.
   */
  record Insert(PlanNode input, RowTarget target) implements OneInput {
    @Override
    public List<DataType> types() {
      return List.of(DataType.INT64);
    }
  }

  private static List<DataType> joinTypes(
      PlanNode left, PlanNode right, JoinType type, int[] outputs) {
    List<DataType> all = new ArrayList<>();
    if (type.deliversLeftColumns()) {
      all.addAll(left.types());
    }
    if (type.deliversRightColumns()) {
      all.addAll(right.types());
    }
    if (type == JoinType.LEFT_MARK) {
      all.add(DataType.BOOLEAN);
    }
    List<DataType> types = new ArrayList<>();
    for (int output : outputs) {
      types.add(all.get(output));
    }
    return types;
  }
}
