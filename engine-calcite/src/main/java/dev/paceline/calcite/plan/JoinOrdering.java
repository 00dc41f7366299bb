package dev.paceline.calcite.plan;

import dev.paceline.calcite.estimate.Estimator;
import dev.paceline.calcite.estimate.RelEstimate;
import dev.paceline.calcite.estimate.Selectivity;
import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.calcite.plan.JoinGraph.Relation;
import dev.paceline.calcite.plan.JoinSearch.Tree;
import dev.paceline.core.exec.Technique;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Orders inner, semi and anti joins by cost, and delivers no column further up than it is used.
 * Outer joins stay where they are; their inputs are ordered on their own.
 */
final class JoinOrdering {
  /** A relaxed disjunction is worth a filter of its own if it drops at least this share. */
  private static final double WORTHWHILE_SELECTIVITY = 0.8;

  private final Estimator estimator;
  private final @Nullable Long randomSeed;
  private final boolean lookahead;

  JoinOrdering(Estimator estimator, Experiment experiment) {
    this.estimator = estimator;
    this.randomSeed = experiment.joinOrderSeed();
    this.lookahead = experiment.uses(Technique.LOOKAHEAD);
  }

  /** The same rows by a better tree. */
  RelNode order(RelNode rel) {
    if (rel instanceof Project project && JoinGraph.isJoinTree(project.getInput())) {
      return orderBelow(project);
    }
    return orderTree(rel);
  }

  /** Lets the joins below a projection deliver only what it uses. */
  private RelNode orderBelow(Project project) {
    List<Integer> used = RelOptUtil.InputFinder.bits(project.getProjects(), null).asList();
    RelNode input = project.getInput();
    RelNode ordered = orderTree(RelOptUtil.createProject(input, used));
    List<Integer> positions =
        new ArrayList<>(Collections.nCopies(input.getRowType().getFieldCount(), -1));
    for (int i = 0; i < used.size(); i++) {
      positions.set(used.get(i), i);
    }
    List<RexNode> expressions =
        project.getProjects().stream()
            .map(expression -> JoinGraph.renumber(expression, positions))
            .toList();
    return project.copy(project.getTraitSet(), ordered, expressions, project.getRowType());
  }

  private RelNode orderTree(RelNode rel) {
    JoinGraph graph = JoinGraph.of(rel);
    if (graph.relations().size() == 1) {
      List<RelNode> inputs = new ArrayList<>();
      for (RelNode input : rel.getInputs()) {
        inputs.add(order(input));
      }
      return inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    }
    RelNode ordered = new Graph(graph).order();
    return RelOptUtil.createCastRel(ordered, rel.getRowType(), true);
  }

  /** One graph on its way to a tree. */
  private final class Graph {
    private final JoinGraph graph;
    private final RexBuilder rexBuilder;
    private final List<RexNode> conditions;
    private final EqualColumns equalColumns;
    private final List<RelNode> relations = new ArrayList<>();
    private final Map<RexNode, Double> relaxedShares = new HashMap<>();

    Graph(JoinGraph graph) {
      this.graph = graph;
      this.rexBuilder = graph.relations().getFirst().rel().getCluster().getRexBuilder();
      this.conditions = new ArrayList<>(graph.conditions());
      this.equalColumns = new EqualColumns(graph, conditions);
    }

    RelNode order() {
      for (int i = 0; i < graph.relations().size(); i++) {
        relations.add(filtered(i));
      }
      conditions.removeIf(condition -> Long.bitCount(graph.relationsOf(condition)) <= 1);
      List<RelEstimate> estimates = relations.stream().map(estimator::estimate).toList();
      JoinSearch search =
          new JoinSearch(
              graph,
              equalColumns,
              estimates,
              conditions,
              condition -> relaxedShares.getOrDefault(condition, 1.0));
      Tree tree = randomSeed == null ? search.search(lookahead) : search.random(randomSeed);
      BitSet needed = new BitSet();
      graph.outputs().forEach(needed::set);
      Built built = build(tree, needed);
      return project(built, graph.outputs());
    }

    /** A relation, ordered inside, under the conditions that concern it alone. */
    private RelNode filtered(int index) {
      Relation relation = graph.relations().get(index);
      RelNode rel = JoinOrdering.this.order(relation.rel());
      List<RexNode> own = new ArrayList<>();
      for (RexNode condition : conditions) {
        long used = graph.relationsOf(condition);
        if (used == 1L << index || (used == 0 && index == 0)) {
          own.add(condition);
        } else if ((used >>> index & 1) != 0) {
          addRelaxed(condition, index, own);
        }
      }
      for (List<Integer> members : equalColumns.classes()) {
        List<Integer> here =
            members.stream().filter(column -> graph.relationOf(column) == index).toList();
        for (int i = 1; i < here.size(); i++) {
          own.add(equal(here.get(0), here.get(i)));
        }
      }
      if (own.isEmpty()) {
        return rel;
      }
      RexNode condition =
          RexUtil.shift(RexUtil.composeConjunction(rexBuilder, own), -relation.firstColumn());
      return LogicalFilter.create(rel, condition);
    }

    /**
     * Partial push-down (Quickstep §3.3): what an OR of ANDs over several relations demands of one
     * of them. Each branch is relaxed to its conjuncts on this relation; without one in some branch
     * there is no demand. The exact condition still applies to the join.
     */
    private void addRelaxed(RexNode condition, int index, List<RexNode> own) {
      if (condition.getKind() != SqlKind.OR) {
        return;
      }
      List<RexNode> branches = new ArrayList<>();
      for (RexNode branch : RelOptUtil.disjunctions(condition)) {
        List<RexNode> here =
            RelOptUtil.conjunctions(branch).stream()
                .filter(conjunct -> graph.relationsOf(conjunct) == 1L << index)
                .toList();
        if (here.isEmpty()) {
          return;
        }
        branches.add(RexUtil.composeConjunction(rexBuilder, here));
      }
      RexNode relaxed = RexUtil.composeDisjunction(rexBuilder, branches);
      Relation relation = graph.relations().get(index);
      RelEstimate estimate = estimator.estimate(relation.rel());
      RexNode local = RexUtil.shift(relaxed, -relation.firstColumn());
      double share = Selectivity.of(local, estimate);
      if (share <= WORTHWHILE_SELECTIVITY) {
        own.add(relaxed);
        relaxedShares.merge(condition, share, (a, b) -> a * b);
      }
    }

    private Built build(Tree tree, BitSet needed) {
      if (tree.left() == null || tree.right() == null) {
        int index = Long.numberOfTrailingZeros(tree.relations());
        int first = graph.relations().get(index).firstColumn();
        List<Integer> columns = new ArrayList<>();
        for (int i = 0; i < relations.get(index).getRowType().getFieldCount(); i++) {
          columns.add(first + i);
        }
        return new Built(relations.get(index), columns).keep(needed);
      }
      List<RexNode> condition = condition(tree.left(), tree.right(), tree.type());
      BitSet below = (BitSet) needed.clone();
      condition.forEach(conjunct -> RelOptUtil.InputFinder.bits(conjunct).forEach(below::set));
      Built left = build(tree.left(), below);
      Built right = build(tree.right(), below);
      List<Integer> columns = new ArrayList<>(left.columns);
      columns.addAll(right.columns);
      RexNode local =
          renumberToPositions(RexUtil.composeConjunction(rexBuilder, condition), columns);
      RelNode join =
          LogicalJoin.create(left.rel, right.rel, List.of(), local, Set.of(), tree.type());
      estimator.correct(join, tree.rows());
      return new Built(join, tree.type() == JoinRelType.INNER ? columns : left.columns)
          .keep(needed);
    }

    private List<RexNode> condition(Tree left, Tree right, JoinRelType type) {
      if (type != JoinRelType.INNER) {
        return graph.relations().get(Long.numberOfTrailingZeros(right.relations())).condition();
      }
      List<RexNode> conjuncts = new ArrayList<>();
      for (int[] pair : equalColumns.pairs(left.relations(), right.relations())) {
        conjuncts.add(equal(pair[0], pair[1]));
      }
      long both = left.relations() | right.relations();
      for (RexNode condition : conditions) {
        long used = graph.relationsOf(condition);
        if ((used & ~both) == 0
            && (used & ~left.relations()) != 0
            && (used & ~right.relations()) != 0) {
          conjuncts.add(condition);
        }
      }
      return conjuncts;
    }

    private RexNode equal(int left, int right) {
      return rexBuilder.makeCall(SqlStdOperatorTable.EQUALS, reference(left), reference(right));
    }

    private RexNode reference(int column) {
      Relation relation = graph.relations().get(graph.relationOf(column));
      return new RexInputRef(
          column,
          relation
              .rel()
              .getRowType()
              .getFieldList()
              .get(column - relation.firstColumn())
              .getType());
    }
  }

  private static RexNode renumberToPositions(RexNode node, List<Integer> columns) {
    int most = columns.stream().mapToInt(Integer::intValue).max().orElse(0);
    List<Integer> positions = new ArrayList<>(Collections.nCopies(most + 1, -1));
    for (int i = 0; i < columns.size(); i++) {
      positions.set(columns.get(i), i);
    }
    return JoinGraph.renumber(node, positions);
  }

  /** A subtree and the graph's numbers of its columns. */
  private final class Built {
    private final RelNode rel;
    private final List<Integer> columns;

    Built(RelNode rel, List<Integer> columns) {
      this.rel = rel;
      this.columns = columns;
    }

    /** Drops columns that nobody needs. */
    Built keep(BitSet needed) {
      List<Integer> kept = columns.stream().filter(needed::get).toList();
      return kept.size() == columns.size() ? this : new Built(project(this, kept), kept);
    }
  }

  private RelNode project(Built built, List<Integer> columns) {
    List<Integer> positions = columns.stream().map(built.columns::indexOf).toList();
    RelNode projected = RelOptUtil.createProject(built.rel, positions);
    if (!projected.equals(built.rel)) {
      estimator.correct(projected, estimator.estimate(built.rel).rows());
    }
    return projected;
  }
}
