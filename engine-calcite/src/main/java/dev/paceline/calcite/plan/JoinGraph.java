package dev.paceline.calcite.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;

/**
 * A maximal tree of inner, semi and anti joins, taken apart into relations and conditions whose
 * order is free.
 *
 * <p>Columns of all relations are numbered through; conditions speak of these numbers. Relations
 * that came from the right side of a semi or anti join have a condition of their own and no visible
 * columns: they may be applied as soon as all other relations of that condition are joined.
 */
final class JoinGraph {
  /** The most relations of one graph; further joins become relations themselves. */
  static final int MAX_RELATIONS = 60;

  /**
   * One relation.
   *
   * @param type INNER; SEMI or ANTI for what restricts others only
   * @param condition of a SEMI or ANTI relation
   * @param needs relations that the condition speaks of, without this one
   */
  record Relation(
      RelNode rel, int firstColumn, JoinRelType type, List<RexNode> condition, long needs) {
    boolean restricts() {
      return type != JoinRelType.INNER;
    }
  }

  private final List<Relation> relations = new ArrayList<>();
  private final List<RexNode> conditions = new ArrayList<>();
  private List<Integer> outputs = List.of();

  /** The relation of each column. */
  private final List<Integer> owners = new ArrayList<>();

  private JoinGraph() {}

  /** Takes {@code rel} apart; a graph of one relation if there is nothing to order. */
  static JoinGraph of(RelNode rel) {
    JoinGraph graph = new JoinGraph();
    graph.outputs = graph.collect(rel, MAX_RELATIONS);
    return graph;
  }

  List<Relation> relations() {
    return relations;
  }

  /** Conjuncts over visible columns. */
  List<RexNode> conditions() {
    return conditions;
  }

  /** The columns that the tree delivers. */
  List<Integer> outputs() {
    return outputs;
  }

  int columnCount() {
    return owners.size();
  }

  /** The relations that have one of the given columns. */
  long relationsOf(Iterable<Integer> columns) {
    long mask = 0;
    for (int column : columns) {
      mask |= 1L << relationOf(column);
    }
    return mask;
  }

  long relationsOf(RexNode condition) {
    return relationsOf(RelOptUtil.InputFinder.bits(condition));
  }

  int relationOf(int column) {
    return owners.get(column);
  }

  /**
   * Collects a subtree and returns the numbers of its output columns.
   *
   * @param room how many relations it may become, 1 or more; a subtree that has no room becomes one
   *     relation, which is ordered on its own
   */
  private List<Integer> collect(RelNode rel, int room) {
    if (room > 1) {
      switch (rel) {
        case Join join when join.getJoinType() == JoinRelType.INNER -> {
          int right = Math.min(room - 1, relationCount(join.getRight(), room));
          List<Integer> columns = new ArrayList<>(collect(join.getLeft(), room - right));
          columns.addAll(collect(join.getRight(), right));
          addConditions(join.getCondition(), columns);
          return columns;
        }
        case Join join
            when join.getJoinType() == JoinRelType.SEMI
                || join.getJoinType() == JoinRelType.ANTI -> {
          List<Integer> left = collect(join.getLeft(), room - 1);
          List<Integer> columns = new ArrayList<>(left);
          int first = owners.size();
          for (int i = 0; i < join.getRight().getRowType().getFieldCount(); i++) {
            columns.add(first + i);
          }
          List<RexNode> own = RelOptUtil.conjunctions(renumber(join.getCondition(), columns));
          BitSet needed = new BitSet();
          own.forEach(
              conjunct ->
                  RelOptUtil.InputFinder.bits(conjunct).asSet().stream()
                      .filter(column -> column < first)
                      .forEach(needed::set));
          long needs = relationsOf(needed.stream().boxed().toList());
          add(join.getRight(), join.getJoinType(), own, needs == 0 ? relationsOf(left) : needs);
          return left;
        }
        case Filter filter
            when isJoinTree(filter.getInput())
                && RexUtil.isDeterministic(filter.getCondition())
                && RelOptUtil.getVariablesUsed(filter).isEmpty() -> {
          List<Integer> columns = collect(filter.getInput(), room);
          addConditions(filter.getCondition(), columns);
          return columns;
        }
        case Project project
            when isJoinTree(project.getInput())
                && project.getProjects().stream().allMatch(RexInputRef.class::isInstance) -> {
          List<Integer> columns = collect(project.getInput(), room);
          return project.getProjects().stream()
              .map(expression -> columns.get(((RexInputRef) expression).getIndex()))
              .toList();
        }
        default -> {}
      }
    }
    return add(rel, JoinRelType.INNER, List.of(), 0);
  }

  /** How many relations a subtree becomes if there is room; counts no further than {@code most}. */
  private static int relationCount(RelNode rel, int most) {
    return switch (rel) {
      case Join join when isJoinTree(join) -> {
        int right =
            join.getJoinType() == JoinRelType.INNER ? relationCount(join.getRight(), most) : 1;
        yield right >= most ? right : right + relationCount(join.getLeft(), most - right);
      }
      case Filter filter when isJoinTree(filter) -> relationCount(filter.getInput(), most);
      case Project project when isJoinTree(project) -> relationCount(project.getInput(), most);
      default -> 1;
    };
  }

  /** Whether there are joins to order under filters and projections. */
  static boolean isJoinTree(RelNode rel) {
    return switch (rel) {
      case Join join ->
          join.getJoinType() == JoinRelType.INNER
              || join.getJoinType() == JoinRelType.SEMI
              || join.getJoinType() == JoinRelType.ANTI;
      case Filter filter -> isJoinTree(filter.getInput());
      case Project project -> isJoinTree(project.getInput());
      default -> false;
    };
  }

  private List<Integer> add(RelNode rel, JoinRelType type, List<RexNode> condition, long needs) {
    List<Integer> columns = new ArrayList<>();
    int first = owners.size();
    for (int i = 0; i < rel.getRowType().getFieldCount(); i++) {
      columns.add(first + i);
      owners.add(relations.size());
    }
    relations.add(new Relation(rel, first, type, condition, needs));
    return columns;
  }

  private void addConditions(RexNode condition, List<Integer> columns) {
    conditions.addAll(RelOptUtil.conjunctions(renumber(condition, columns)));
  }

  /** Replaces column i by {@code columns[i]}. */
  static RexNode renumber(RexNode node, List<Integer> columns) {
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef reference) {
            return new RexInputRef(columns.get(reference.getIndex()), reference.getType());
          }
        });
  }
}
