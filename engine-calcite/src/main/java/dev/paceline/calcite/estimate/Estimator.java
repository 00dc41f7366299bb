package dev.paceline.calcite.estimate;

import dev.paceline.calcite.lower.ParameterValues;
import dev.paceline.calcite.lower.PredicateLowering;
import dev.paceline.calcite.lower.PredicateLowering.Found;
import dev.paceline.calcite.rel.JoinConditionParts;
import dev.paceline.calcite.rel.JoinConditionParts.Key;
import dev.paceline.calcite.rel.LogicalUnnest;
import dev.paceline.calcite.rel.SharedRead;
import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.calcite.table.TableSource;
import dev.paceline.calcite.table.TableSource.Column;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.TypeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Estimates rows and columns bottom-up, once per expression. Much faster than Calcite's metadata
 * queries, because an estimate is a record and not a look-up per column and question. For one
 * planning; not thread-safe.
 */
public final class Estimator {
  private static final double UNKNOWN_ROWS = 1_000;
  private static final double RESIDUAL_MATCH = 0.5;
  private static final double HAVING_SHARE = 0.05;
  private static final double MIN_ANTI_SHARE = 0.1;
  private static final double DAYS_A_YEAR = 365.25;

  private final Map<RelNode, RelEstimate> known = new IdentityHashMap<>();
  private final Map<TableCondition, Double> shares = new HashMap<>();

  /** Whether parts of files may be read for estimates. */
  private final boolean readsFiles;

  /** Estimates without reading files. */
  public Estimator() {
    this(false);
  }

  private Estimator(boolean readsFiles) {
    this.readsFiles = readsFiles;
  }

  /** Returns an estimator that reads parts of files if a query has several tables to order. */
  public static Estimator of(RelNode query) {
    return new Estimator(tables(query) > 1);
  }

  private static int tables(RelNode rel) {
    return rel instanceof TableScan
        ? 1
        : rel.getInputs().stream().mapToInt(Estimator::tables).sum();
  }

  /** A condition on the columns of a table. */
  private record TableCondition(TableSource table, RexNode condition) {}

  /** The estimate of a logical expression. */
  public RelEstimate estimate(RelNode rel) {
    RelEstimate estimate = known.get(rel);
    if (estimate == null) {
      estimate = compute(rel);
      known.put(rel, estimate);
    }
    return estimate;
  }

  /**
   * Forgets the estimates of all expressions, because shared plans have changed that some of them
   * read.
   */
  public void forgetExpressions() {
    known.clear();
  }

  /** Replaces the estimated rows of an expression by a better number. */
  public void correct(RelNode rel, double rows) {
    known.put(rel, estimate(rel).withRows(rows));
  }

  private RelEstimate compute(RelNode rel) {
    return switch (rel) {
      case TableScan scan -> scan(scan, ImmutableBitSet.range(scan.getRowType().getFieldCount()));
      case Filter filter -> filter(filter);
      case Project project -> project(project);
      case Join join -> join(join);
      case Aggregate aggregate -> aggregate(aggregate);
      case Sort sort -> sort(sort);
      case Union union -> union(union);
      case SetOp set -> partOfFirst(set);
      case SharedRead read -> estimate(read.plan().logical());
      case Values values -> unknown(values, values.getTuples().size());
      case LogicalUnnest unnest -> unnest(unnest);
      default ->
          rel.getInputs().size() == 1
              ? unknown(rel, estimate(rel.getInput(0)).rows())
              : unknown(rel, UNKNOWN_ROWS);
    };
  }

  private RelEstimate unnest(LogicalUnnest unnest) {
    RelEstimate input = estimate(unnest.getInput());
    double rows = Math.max(1, input.rows() * SeriesEstimate.elements(unnest.lists().getFirst()));
    List<ColumnEstimate> columns = new ArrayList<>();
    for (int column : unnest.kept()) {
      columns.add(input.column(column));
    }
    while (columns.size() < unnest.getRowType().getFieldCount()) {
      columns.add(ColumnEstimate.unknown(rows));
    }
    return new RelEstimate(rows, rows, columns);
  }

  private static RelEstimate unknown(RelNode rel, double rows) {
    return new RelEstimate(
        rows,
        rows,
        Collections.nCopies(rel.getRowType().getFieldCount(), ColumnEstimate.unknown(rows)));
  }

  /**
   * @param used columns to look at: merging the sketches of many row groups takes its time
   */
  private RelEstimate scan(TableScan scan, ImmutableBitSet used) {
    PacelineTable table = scan.getTable().unwrap(PacelineTable.class);
    if (table == null) {
      return unknown(scan, Math.max(1, scan.getTable().getRowCount()));
    }
    TableSource source = table.source();
    double rows = Math.max(1, source.rowCount());
    List<ColumnEstimate> columns = new ArrayList<>();
    for (int i = 0; i < source.columns().size(); i++) {
      columns.add(
          used.get(i)
              ? column(
                  source.columns().get(i),
                  readsFiles ? source.sampledStatistics(i) : source.statistics(i),
                  rows)
              : ColumnEstimate.unknown(rows));
    }
    return new RelEstimate(rows, rows, columns);
  }

  private static ColumnEstimate column(Column column, ColumnStatistics statistics, double rows) {
    double min = Double.NaN;
    double max = Double.NaN;
    if (statistics.hasLongBounds()) {
      double unit =
          column.type().kind() == TypeKind.DECIMAL ? Math.pow(10, column.type().scale()) : 1;
      min = statistics.minLong() / unit;
      max = statistics.maxLong() / unit;
    } else if (statistics.hasDoubleBounds()) {
      min = statistics.minDouble();
      max = statistics.maxDouble();
    }
    double distinct = statistics.distinctEstimate();
    if (distinct < 0) {
      distinct =
          column.type().family() == dev.paceline.core.type.TypeFamily.BOOLEAN ? 2 : rows / 10;
    }
    return new ColumnEstimate(
        Math.max(1, distinct), Math.max(1, distinct), min, max, statistics.nullCount() / rows);
  }

  private RelEstimate filter(Filter filter) {
    RelEstimate input = estimate(filter.getInput());
    int groupCount =
        filter.getInput() instanceof Aggregate aggregate ? aggregate.getGroupCount() : -1;
    double rows = input.rows();
    List<ColumnEstimate> columns = new ArrayList<>(input.columns());
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      ImmutableBitSet used = RelOptUtil.InputFinder.bits(conjunct);
      boolean having = groupCount > 0 && !used.isEmpty() && used.nth(0) >= groupCount;
      double share = having ? HAVING_SHARE : share(conjunct, filter.getInput(), input);
      rows *= share;
      if (used.cardinality() == 1) {
        int column = used.nth(0);
        ColumnEstimate old = columns.get(column);
        columns.set(column, old.withDistinct(old.distinct() * share));
      }
    }
    double left = Math.max(1, rows);
    columns.replaceAll(column -> column.withPresent(left));
    return new RelEstimate(left, input.domainRows(), columns);
  }

  /** Returns the share from the statistics of the column; without them, a usual share. */
  private double share(RexNode conjunct, RelNode input, RelEstimate estimate) {
    double share = hasParameter(conjunct) ? TableSource.UNKNOWN : shareOfTable(conjunct, input);
    return share == TableSource.UNKNOWN ? Selectivity.of(conjunct, estimate) : share;
  }

  private double shareOfTable(RexNode conjunct, RelNode input) {
    if (input instanceof Project project) {
      return shareOfTable(RelOptUtil.pushPastProject(conjunct, project), project.getInput());
    }
    PacelineTable table =
        input instanceof TableScan scan ? scan.getTable().unwrap(PacelineTable.class) : null;
    return table == null
        ? TableSource.UNKNOWN
        : shares.computeIfAbsent(new TableCondition(table.source(), conjunct), this::shareOfRows);
  }

  /** May read rows, which is why it is asked once only however often a filter is planned anew. */
  private double shareOfRows(TableCondition filter) {
    if (!readsFiles && filter.table().readsForEstimates()) {
      return TableSource.UNKNOWN;
    }
    Found found = new PredicateLowering(ParameterValues.NONE).find(filter.condition());
    return found == null
        ? TableSource.UNKNOWN
        : filter.table().selectivity(found.column(), found.predicate());
  }

  private static boolean hasParameter(RexNode node) {
    return node instanceof RexDynamicParam
        || node instanceof RexCall call
            && call.getOperands().stream().anyMatch(Estimator::hasParameter);
  }

  private RelEstimate project(Project project) {
    RelEstimate input =
        project.getInput() instanceof TableScan scan
            ? scan(scan, RelOptUtil.InputFinder.bits(project.getProjects(), null))
            : estimate(project.getInput());
    List<ColumnEstimate> columns = new ArrayList<>();
    for (RexNode expression : project.getProjects()) {
      columns.add(expression(expression, input));
    }
    return new RelEstimate(input.rows(), input.domainRows(), columns);
  }

  private static ColumnEstimate expression(RexNode expression, RelEstimate input) {
    return switch (expression) {
      case RexInputRef reference -> input.column(reference.getIndex());
      case RexLiteral literal -> ColumnEstimate.unknown(1);
      case RexCall call when call.getKind() == SqlKind.CAST ->
          expression(call.getOperands().getFirst(), input);
      case RexCall call when call.getKind() == SqlKind.EXTRACT -> extract(call, input);
      default -> {
        double distinct = 1;
        for (int column : RelOptUtil.InputFinder.bits(expression)) {
          distinct *= input.column(column).distinct();
        }
        yield ColumnEstimate.unknown(Math.min(distinct, input.rows()));
      }
    };
  }

  private static ColumnEstimate extract(RexCall call, RelEstimate input) {
    ColumnEstimate from = expression(call.getOperands().get(1), input);
    boolean year = call.getOperands().get(0).toString().contains("YEAR");
    return year && from.hasBounds()
        ? ColumnEstimate.unknown(Math.ceil((from.max() - from.min()) / DAYS_A_YEAR) + 1)
        : ColumnEstimate.unknown(Math.min(31, from.distinct()));
  }

  private RelEstimate join(Join join) {
    RelEstimate left = estimate(join.getLeft());
    RelEstimate right = estimate(join.getRight());
    List<ColumnEstimate> both = new ArrayList<>(left.columns());
    both.addAll(right.columns());
    JoinConditionParts keys = JoinConditionParts.of(join);
    for (Key key : keys.keys()) {
      int other = key.right() + left.columns().size();
      double common =
          Math.min(left.effectiveDistinct(key.left()), right.effectiveDistinct(key.right()));
      if (!join.getJoinType().generatesNullsOnRight()) {
        both.set(key.left(), both.get(key.left()).withPresent(common));
      }
      if (!join.getJoinType().generatesNullsOnLeft()) {
        both.set(other, both.get(other).withPresent(common));
      }
    }
    return switch (join.getJoinType()) {
      case SEMI -> left.withRows(Math.max(1, left.rows() * matchShare(keys, left, right)));
      case ANTI ->
          left.withRows(
              Math.max(
                  1, left.rows() * Math.max(MIN_ANTI_SHARE, 1 - matchShare(keys, left, right))));
      case LEFT_MARK -> {
        List<ColumnEstimate> marked = new ArrayList<>(left.columns());
        marked.add(ColumnEstimate.unknown(2));
        yield new RelEstimate(left.rows(), left.domainRows(), marked);
      }
      default -> {
        double rows = left.rows() * right.rows() * keySelectivity(keys.keys(), left, right);
        RelEstimate pairs = new RelEstimate(rows, rows, both);
        for (RexNode conjunct : keys.residual()) {
          rows *= Selectivity.of(conjunct, pairs);
        }
        if (join.getJoinType().generatesNullsOnRight()) {
          rows = Math.max(rows, left.rows());
        }
        if (join.getJoinType().generatesNullsOnLeft()) {
          rows = Math.max(rows, right.rows());
        }
        yield new RelEstimate(
            Math.max(1, rows), Math.max(left.domainRows(), right.domainRows()), both);
      }
    };
  }

  /** Share of the left rows that have a partner on the right. */
  public static double matchShare(JoinConditionParts keys, RelEstimate left, RelEstimate right) {
    double share = 1;
    for (Key key : keys.keys()) {
      share =
          Math.min(
              share, right.effectiveDistinct(key.right()) / left.column(key.left()).distinct());
    }
    return keys.residual().isEmpty() ? share : share * RESIDUAL_MATCH;
  }

  /**
   * Share of all pairs of rows whose keys are equal: one over the greater number of distinct keys.
   * A composite key that has fewer rows than combinations of values says nothing about the number
   * of those that occur; then the smaller number counts, which is right for foreign keys.
   */
  public static double keySelectivity(List<Key> keys, RelEstimate left, RelEstimate right) {
    if (keys.isEmpty()) {
      return 1;
    }
    double leftProduct = 1;
    double rightProduct = 1;
    double independent = 1;
    for (Key key : keys) {
      ColumnEstimate leftKey = left.column(key.left());
      ColumnEstimate rightKey = right.column(key.right());
      double leftDistinct =
          leftKey.askedWithin(rightKey.min(), rightKey.max(), left.rows()).distinct();
      double rightDistinct =
          rightKey.askedWithin(leftKey.min(), leftKey.max(), right.rows()).distinct();
      leftProduct *= leftDistinct;
      rightProduct *= rightDistinct;
      independent /= Math.max(leftDistinct, rightDistinct);
    }
    if (keys.size() == 1
        || (leftProduct <= left.domainRows() && rightProduct <= right.domainRows())) {
      return independent;
    }
    return Math.max(
        independent,
        1
            / Math.min(
                Math.min(leftProduct, left.domainRows()),
                Math.min(rightProduct, right.domainRows())));
  }

  /** The number of groups of one grouping set. */
  public double groups(Aggregate aggregate, ImmutableBitSet set) {
    return groups(estimate(aggregate.getInput()), set);
  }

  private static double groups(RelEstimate input, ImmutableBitSet set) {
    double groups = 1;
    for (int key : set) {
      groups *= input.effectiveDistinct(key);
    }
    return Math.max(1, Math.min(groups, input.rows()));
  }

  private RelEstimate aggregate(Aggregate aggregate) {
    RelEstimate input = estimate(aggregate.getInput());
    double rows = 0;
    for (ImmutableBitSet set : aggregate.getGroupSets()) {
      rows += groups(aggregate, set);
    }
    List<ColumnEstimate> columns = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      columns.add(input.column(key).withDistinct(Math.min(input.column(key).distinct(), rows)));
    }
    while (columns.size() < aggregate.getRowType().getFieldCount()) {
      columns.add(ColumnEstimate.unknown(rows));
    }
    return new RelEstimate(rows, rows, columns);
  }

  private RelEstimate sort(Sort sort) {
    RelEstimate input = estimate(sort.getInput());
    BigDecimal fetch =
        sort.fetch instanceof RexLiteral literal ? literal.getValueAs(BigDecimal.class) : null;
    return fetch == null
        ? input
        : input.withRows(Math.min(input.rows(), Math.max(1, fetch.doubleValue())));
  }

  /** INTERSECT has no more rows than any of its inputs, and EXCEPT no more than its first one. */
  private RelEstimate partOfFirst(SetOp set) {
    RelEstimate first = estimate(set.getInput(0));
    double rows = Double.POSITIVE_INFINITY;
    for (RelNode input : set instanceof Intersect ? set.getInputs() : List.of(set.getInput(0))) {
      RelEstimate estimate = estimate(input);
      ImmutableBitSet all = ImmutableBitSet.range(estimate.columns().size());
      rows = Math.min(rows, set.all ? estimate.rows() : groups(estimate, all));
    }
    return first.withRows(rows);
  }

  private RelEstimate union(Union union) {
    List<RelEstimate> inputs = union.getInputs().stream().map(this::estimate).toList();
    List<ColumnEstimate> columns = new ArrayList<>();
    for (int i = 0; i < union.getRowType().getFieldCount(); i++) {
      int column = i;
      columns.add(ColumnEstimate.union(inputs.stream().map(each -> each.column(column)).toList()));
    }
    double domainRows = inputs.stream().mapToDouble(RelEstimate::domainRows).sum();
    double rows = inputs.stream().mapToDouble(RelEstimate::rows).sum();
    return new RelEstimate(rows, domainRows, columns);
  }
}
