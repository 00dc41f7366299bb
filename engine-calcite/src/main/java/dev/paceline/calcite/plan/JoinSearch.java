package dev.paceline.calcite.plan;

import dev.paceline.calcite.estimate.ColumnEstimate;
import dev.paceline.calcite.estimate.Estimator;
import dev.paceline.calcite.estimate.RelEstimate;
import dev.paceline.calcite.estimate.Selectivity;
import dev.paceline.calcite.plan.JoinGraph.Relation;
import dev.paceline.calcite.rel.JoinConditionParts;
import dev.paceline.calcite.rel.JoinConditionParts.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Finds the cheapest tree of joins for a {@link JoinGraph}: dynamic programming over all connected
 * sets of relations, bushy trees included (Moerkotte and Neumann's DPsub); beyond {@value
 * #MAX_EXHAUSTIVE} relations greedily the cheapest pair. The cost counts the rows that are built,
 * probed and produced. There is no cross product unless the graph falls apart.
 */
final class JoinSearch {
  /** The most relations for which all trees are compared. */
  static final int MAX_EXHAUSTIVE = 12;

  private static final double BUILD_COST = 2.5;
  static final double OUTPUT_COST = 1;
  static final double COMPARE_COST = 0.25;
  private static final double CACHED_ROWS = 30_000;
  private static final double CACHED_PROBE_COST = 0.5;
  private static final double PROBE_COST = 1.5;

  /** A tree: one relation, or two trees joined; the left one is to be probed. */
  record Tree(
      long relations,
      double rows,
      double cost,
      @Nullable Tree left,
      @Nullable Tree right,
      JoinRelType type) {}

  /** A conjunct that is no equality of columns, and the relations it speaks of. */
  private record Edge(long relations, double selectivity) {}

  private final JoinGraph graph;
  private final EqualColumns equalColumns;
  private final int count;
  private final double[] baseRows;
  private final double[] domainRows;
  private final double[] restriction;
  private final List<ColumnEstimate> columns = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();
  private final Map<Long, Double> keyCorrections = new HashMap<>();
  private final Map<Long, Double> knownRows = new HashMap<>();
  private final List<Long> components = new ArrayList<>();

  /**
   * @param inputs estimates of the relations, filtered
   * @param conditions conjuncts over several relations that are not in {@code equalColumns}
   * @param applied per condition, the share of rows that the inputs have left of it already
   */
  JoinSearch(
      JoinGraph graph,
      EqualColumns equalColumns,
      List<RelEstimate> inputs,
      List<RexNode> conditions,
      ToDoubleFunction<RexNode> applied) {
    this.graph = graph;
    this.equalColumns = equalColumns;
    this.count = inputs.size();
    this.baseRows = inputs.stream().mapToDouble(RelEstimate::rows).toArray();
    this.domainRows = inputs.stream().mapToDouble(RelEstimate::domainRows).toArray();
    this.restriction = new double[count];
    inputs.forEach(input -> columns.addAll(input.columns()));
    equalColumns.narrow(columns, baseRows);
    RelEstimate all = new RelEstimate(1, 1, columns);
    for (RexNode condition : conditions) {
      double share = Selectivity.of(condition, all) / applied.applyAsDouble(condition);
      edges.add(new Edge(graph.relationsOf(condition), Math.min(1, share)));
    }
    for (int i = 0; i < count; i++) {
      restriction[i] = restriction(graph.relations().get(i), inputs.get(i));
      for (int j = i + 1; j < count; j++) {
        correctCompositeKeys(i, j);
      }
    }
    findComponents();
  }

  /**
   * The cheapest tree of all relations.
   *
   * @param lookahead whether joins filter the scans below their probe sides; looked at where all
   *     joins are inner ones
   */
  Tree search(boolean lookahead) {
    Tree cheapest = cheapest();
    boolean restricted = graph.relations().stream().anyMatch(Relation::restricts);
    if (!lookahead || restricted || count > MAX_EXHAUSTIVE) {
      return cheapest;
    }
    LookaheadCost cost =
        new LookaheadCost(
            graph, equalColumns, columns, set -> knownRows.computeIfAbsent(set, this::rows));
    return new LookaheadSearch(this::joined, cost::of).improve(cheapest);
  }

  private Tree cheapest() {
    if (count > MAX_EXHAUSTIVE) {
      return greedy();
    }
    Tree[] best = new Tree[1 << count];
    for (int i = 0; i < count; i++) {
      best[1 << i] = single(i);
    }
    enumerate(best, false);
    if (best[best.length - 1] == null) {
      enumerate(best, true);
    }
    return best[best.length - 1];
  }

  /**
   * Any tree of all relations that {@link #search} might have found, whatever its cost: two trees
   * that may be joined, drawn by lot, until one is left. The greater side of a join is still the
   * one to be probed.
   */
  Tree random(long seed) {
    Random random = new Random(seed);
    List<Tree> forest = singles();
    while (forest.size() > 1) {
      List<Tree> pairs = pairs(forest, false);
      if (pairs.isEmpty()) {
        pairs = pairs(forest, true);
      }
      replace(forest, pairs.get(random.nextInt(pairs.size())));
    }
    return forest.getFirst();
  }

  private List<Tree> singles() {
    List<Tree> singles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      singles.add(single(i));
    }
    return singles;
  }

  private Tree single(int relation) {
    return new Tree(1L << relation, baseRows[relation], 0, null, null, JoinRelType.INNER);
  }

  private static void replace(List<Tree> forest, Tree joined) {
    forest.removeIf(tree -> (tree.relations & joined.relations) != 0);
    forest.add(joined);
  }

  /**
   * Finds the cheapest tree of each set of relations.
   *
   * @param best by the set's bits; has the trees of single relations, and others that are known
   */
  private void enumerate(@Nullable Tree[] best, boolean allowCrossProducts) {
    for (int set = 3; set < best.length; set++) {
      int lowest = Integer.lowestOneBit(set);
      int rest = set & ~lowest;
      if (rest == 0) {
        continue;
      }
      Tree cheapest = best[set];
      double rows = -1;
      for (int others = -rest & rest; others != 0; others = (others - rest) & rest) {
        Tree left = best[set & ~others];
        Tree right = best[others];
        if (left == null || right == null) {
          continue;
        }
        JoinRelType type = joinable(left, right, allowCrossProducts);
        if (type == null) {
          continue;
        }
        rows = rows < 0 ? rows(set) : rows;
        Tree candidate = join(left, right, type, rows);
        if (cheapest == null || candidate.cost < cheapest.cost) {
          cheapest = candidate;
        }
      }
      best[set] = cheapest;
    }
  }

  private Tree greedy() {
    List<Tree> forest = singles();
    while (forest.size() > 1) {
      Tree cheapest = cheapestPair(forest, false);
      if (cheapest == null) {
        cheapest = cheapestPair(forest, true);
      }
      replace(forest, cheapest);
    }
    return forest.getFirst();
  }

  private @Nullable Tree cheapestPair(List<Tree> forest, boolean allowCrossProducts) {
    Tree cheapest = null;
    double least = Double.POSITIVE_INFINITY;
    for (Tree candidate : pairs(forest, allowCrossProducts)) {
      double added = candidate.cost - candidate.left.cost - candidate.right.cost;
      if (cheapest == null || added < least) {
        cheapest = candidate;
        least = added;
      }
    }
    return cheapest;
  }

  /** The joins of any two trees that may be joined. */
  private List<Tree> pairs(List<Tree> forest, boolean allowCrossProducts) {
    List<Tree> pairs = new ArrayList<>();
    for (int i = 0; i < forest.size(); i++) {
      for (int j = i + 1; j < forest.size(); j++) {
        Tree left = forest.get(i);
        Tree right = forest.get(j);
        JoinRelType type = joinable(left, right, allowCrossProducts);
        if (type != null) {
          pairs.add(join(left, right, type, rows(left.relations | right.relations)));
        }
      }
    }
    return pairs;
  }

  private @Nullable Tree joined(Tree left, Tree right) {
    JoinRelType type = joinable(left, right, false);
    return type == null
        ? null
        : join(
            left,
            right,
            type,
            knownRows.computeIfAbsent(left.relations | right.relations, this::rows));
  }

  /** How two trees may be joined; null if they may not. */
  private @Nullable JoinRelType joinable(Tree left, Tree right, boolean allowCrossProducts) {
    Relation leftRestriction = restricting(left);
    Relation rightRestriction = restricting(right);
    if (leftRestriction != null || rightRestriction != null) {
      if (leftRestriction != null && rightRestriction != null) {
        return null;
      }
      Relation relation = leftRestriction == null ? rightRestriction : leftRestriction;
      long others = leftRestriction == null ? left.relations : right.relations;
      return (relation.needs() & ~others) == 0 ? relation.type() : null;
    }
    return allowCrossProducts
            || connected(left.relations, right.relations)
            || (closed(left.relations) && closed(right.relations))
        ? JoinRelType.INNER
        : null;
  }

  private @Nullable Relation restricting(Tree tree) {
    if (tree.left != null) {
      return null;
    }
    Relation relation = graph.relations().get(Long.numberOfTrailingZeros(tree.relations));
    return relation.restricts() ? relation : null;
  }

  private Tree join(Tree first, Tree second, JoinRelType type, double rows) {
    boolean swap =
        type == JoinRelType.INNER ? first.rows < second.rows : restricting(first) != null;
    Tree left = swap ? second : first;
    Tree right = swap ? first : second;
    double build = Math.min(left.rows, right.rows);
    double probe = Math.max(left.rows, right.rows);
    double own =
        hasKeys(left, right, type)
            ? BUILD_COST * build + probeCost(build) * probe
            : COMPARE_COST * build * probe + build;
    return new Tree(
        first.relations | second.relations,
        rows,
        first.cost + second.cost + own + OUTPUT_COST * rows,
        left,
        right,
        type);
  }

  /** Returns the cost of probing one row against a hash table with {@code build} rows. */
  static double probeCost(double build) {
    return build <= CACHED_ROWS ? CACHED_PROBE_COST : PROBE_COST;
  }

  private boolean hasKeys(Tree left, Tree right, JoinRelType type) {
    if (type == JoinRelType.INNER) {
      return equalColumns.connect(left.relations, right.relations);
    }
    int relation = Long.numberOfTrailingZeros(right.relations);
    return graph.relations().get(relation).condition().stream()
        .anyMatch(conjunct -> conjunct.getKind() == SqlKind.EQUALS);
  }

  /** Rows of the join of a set of relations, whatever the tree. */
  private double rows(long set) {
    double rows = 1;
    for (int i = 0; i < count; i++) {
      if ((set >>> i & 1) != 0) {
        rows *= graph.relations().get(i).restricts() ? restriction[i] : baseRows[i];
      }
    }
    rows *= equalColumns.selectivity(set, columns);
    for (Edge edge : edges) {
      if ((edge.relations & ~set) == 0) {
        rows *= edge.selectivity;
      }
    }
    for (Map.Entry<Long, Double> correction : keyCorrections.entrySet()) {
      if ((correction.getKey() & ~set) == 0) {
        rows *= correction.getValue();
      }
    }
    return Math.max(1, rows);
  }

  /** Share of the rows of others that a SEMI or ANTI relation leaves. */
  private double restriction(Relation relation, RelEstimate estimate) {
    if (!relation.restricts()) {
      return 1;
    }
    List<Key> keys = new ArrayList<>();
    List<RexNode> residual = new ArrayList<>();
    int first = relation.firstColumn();
    for (RexNode conjunct : relation.condition()) {
      if (conjunct.getKind() == SqlKind.EQUALS
          && conjunct instanceof RexCall call
          && call.getOperands().get(0) instanceof RexInputRef a
          && call.getOperands().get(1) instanceof RexInputRef b
          && (a.getIndex() >= first) != (b.getIndex() >= first)) {
        int outer = Math.min(a.getIndex(), b.getIndex());
        keys.add(new Key(outer, Math.max(a.getIndex(), b.getIndex()) - first, false));
      } else {
        residual.add(conjunct);
      }
    }
    double share =
        Estimator.matchShare(
            new JoinConditionParts(keys, residual), new RelEstimate(1, 1, columns), estimate);
    return relation.type() == JoinRelType.SEMI ? share : Math.max(0.1, 1 - share);
  }

  /**
   * Two relations that share several classes, such as lineitem and partsupp, have a composite key;
   * the classes are not independent then (see {@link Estimator}).
   */
  private void correctCompositeKeys(int first, int second) {
    List<int[]> pairs = equalColumns.pairs(1L << first, 1L << second);
    if (pairs.size() < 2) {
      return;
    }
    List<Key> keys = pairs.stream().map(pair -> new Key(pair[0], pair[1], false)).toList();
    double independent = 1;
    for (Key key : keys) {
      independent /=
          Math.max(columns.get(key.left()).distinct(), columns.get(key.right()).distinct());
    }
    double corrected = Estimator.keySelectivity(keys, within(first), within(second));
    keyCorrections.put(1L << first | 1L << second, corrected / independent);
  }

  /** One relation, with the columns of all. */
  private RelEstimate within(int relation) {
    return new RelEstimate(baseRows[relation], domainRows[relation], columns);
  }

  private boolean connected(long left, long right) {
    if (equalColumns.connect(left, right)) {
      return true;
    }
    for (Edge edge : edges) {
      if ((edge.relations & left) != 0
          && (edge.relations & right) != 0
          && (edge.relations & ~(left | right)) == 0) {
        return true;
      }
    }
    return false;
  }

  private void findComponents() {
    long unseen = (1L << count) - 1;
    while (unseen != 0) {
      long component = Long.lowestOneBit(unseen);
      long grown = grow(component);
      while (grown != component) {
        component = grown;
        grown = grow(component);
      }
      components.add(component);
      unseen &= ~component;
    }
  }

  private long grow(long component) {
    long grown = component;
    for (Edge edge : edges) {
      if ((edge.relations & grown) != 0) {
        grown |= edge.relations;
      }
    }
    for (List<Integer> members : equalColumns.classes()) {
      long relations = graph.relationsOf(members);
      if ((relations & grown) != 0) {
        grown |= relations;
      }
    }
    for (int i = 0; i < count; i++) {
      Relation relation = graph.relations().get(i);
      long tied = relation.restricts() ? relation.needs() | 1L << i : 0;
      if ((tied & grown) != 0) {
        grown |= tied;
      }
    }
    return grown;
  }

  private boolean closed(long set) {
    for (long component : components) {
      long common = component & set;
      if (common != 0 && common != component) {
        return false;
      }
    }
    return true;
  }
}
