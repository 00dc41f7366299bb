package dev.paceline.calcite.rule;

import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.SetMultimap;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Gives the inputs of joins the conditions that equalities imply: of {@code a.y = b.y AND a.y =
 * 2000}, also {@code b.y = 2000}. A query that joins groups of several years then computes the
 * groups of one year only, where a runtime filter on the joined rows would come too late.
 *
 * <p>Only comparisons of a column with constants and parameters move to another column. They are
 * placed directly on the input of the join; conditions must be pushed down afterwards, which may
 * let further ones be found. In Calcite, a rule does this by metadata; together with the rules that
 * remove redundant conditions it does not end.
 */
public final class ImpliedConditions {
  private final RelBuilder builder;

  /** The conditions on each column of an expression. They are written about the column 0. */
  private final Map<RelNode, SetMultimap<Integer, RexNode>> known = new IdentityHashMap<>();

  private ImpliedConditions(RelBuilder builder) {
    this.builder = builder;
  }

  /**
   * Returns an expression with the same rows; the expression itself if there is nothing to add.
   *
   * @param rel after conditions have been pushed down
   */
  public static RelNode in(RelNode rel, RelBuilder builder) {
    return new ImpliedConditions(builder).complete(rel);
  }

  private RelNode complete(RelNode rel) {
    List<RelNode> inputs = rel.getInputs().stream().map(this::complete).toList();
    RelNode result = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    return result instanceof Join join ? complete(join) : result;
  }

  private RelNode complete(Join join) {
    JoinInfo info = join.analyzeCondition();
    RelNode left = join.getLeft();
    RelNode right = join.getRight();
    List<RexNode> ofLeft = new ArrayList<>();
    List<RexNode> ofRight = new ArrayList<>();
    for (int i = 0; i < info.leftKeys.size(); i++) {
      if (dropsOtherRightRows(join.getJoinType())) {
        addImplied(left, info.leftKeys.get(i), right, info.rightKeys.get(i), ofRight);
      }
      if (dropsOtherLeftRows(join.getJoinType())) {
        addImplied(right, info.rightKeys.get(i), left, info.leftKeys.get(i), ofLeft);
      }
    }
    return ofLeft.isEmpty() && ofRight.isEmpty()
        ? join
        : join.copy(join.getTraitSet(), List.of(filtered(left, ofLeft), filtered(right, ofRight)));
  }

  /** Whether rows of the right input that match no left row change nothing. */
  private static boolean dropsOtherRightRows(JoinRelType type) {
    return switch (type) {
      case INNER, LEFT, SEMI, ANTI -> true;
      default -> false;
    };
  }

  private static boolean dropsOtherLeftRows(JoinRelType type) {
    return switch (type) {
      case INNER, RIGHT, SEMI -> true;
      default -> false;
    };
  }

  /** Adds what is known about a column and not yet about the column that equals it. */
  private void addImplied(RelNode from, int column, RelNode to, int equal, List<RexNode> target) {
    Set<RexNode> conditions = known(from).get(column);
    if (conditions.isEmpty() || !haveSameValues(type(from, column), type(to, equal))) {
      return;
    }
    // The text tells whether conditions are the same although one of the columns may be NULL.
    Set<String> present =
        known(to).get(equal).stream().map(RexNode::toString).collect(Collectors.toSet());
    for (RexNode condition : conditions) {
      if (present.add(condition.toString())) {
        target.add(onColumn(condition, equal, type(to, equal)));
      }
    }
  }

  private RelNode filtered(RelNode rel, List<RexNode> conditions) {
    return conditions.isEmpty() ? rel : builder.push(rel).filter(conditions).build();
  }

  /** Whether a comparison with a constant means the same for equal values of both types. */
  private static boolean haveSameValues(RelDataType one, RelDataType other) {
    return one.getSqlTypeName() == SqlTypeName.VARCHAR
        ? other.getSqlTypeName() == SqlTypeName.VARCHAR
        : SqlTypeUtil.equalSansNullability(one, other);
  }

  private SetMultimap<Integer, RexNode> known(RelNode rel) {
    SetMultimap<Integer, RexNode> conditions = known.get(rel);
    if (conditions == null) {
      conditions = find(rel);
      known.put(rel, conditions);
    }
    return conditions;
  }

  private SetMultimap<Integer, RexNode> find(RelNode rel) {
    ImmutableSetMultimap.Builder<Integer, RexNode> found = ImmutableSetMultimap.builder();
    switch (rel) {
      case Filter filter -> {
        found.putAll(known(filter.getInput()));
        RelOptUtil.conjunctions(filter.getCondition()).forEach(c -> addComparison(c, found));
      }
      case Project project -> addProjected(project, found);
      case Join join -> addJoined(join, found);
      case Aggregate aggregate when aggregate.getGroupType() == Aggregate.Group.SIMPLE -> {
        SetMultimap<Integer, RexNode> input = known(aggregate.getInput());
        List<Integer> keys = aggregate.getGroupSet().asList();
        for (int key = 0; key < keys.size(); key++) {
          found.putAll(key, input.get(keys.get(key)));
        }
      }
      case Sort sort -> found.putAll(known(sort.getInput()));
      default -> {}
    }
    return found.build();
  }

  private void addProjected(Project project, ImmutableSetMultimap.Builder<Integer, RexNode> found) {
    SetMultimap<Integer, RexNode> input = known(project.getInput());
    for (int column = 0; column < project.getProjects().size(); column++) {
      RexNode expression = project.getProjects().get(column);
      if (expression instanceof RexInputRef reference) {
        found.putAll(column, input.get(reference.getIndex()));
      } else if (isConstant(expression) && !RexLiteral.isNullLiteral(expression)) {
        RexNode self = new RexInputRef(0, type(project, column));
        found.put(
            column, builder.getRexBuilder().makeCall(SqlStdOperatorTable.EQUALS, self, expression));
      }
    }
  }

  private void addJoined(Join join, ImmutableSetMultimap.Builder<Integer, RexNode> found) {
    JoinRelType type = join.getJoinType();
    if (!type.generatesNullsOnLeft()) {
      found.putAll(known(join.getLeft()));
    }
    if (type.projectsRight() && type != JoinRelType.LEFT_MARK && !type.generatesNullsOnRight()) {
      int width = join.getLeft().getRowType().getFieldCount();
      known(join.getRight()).forEach((column, condition) -> found.put(width + column, condition));
    }
  }

  /** Adds a condition if it compares one column with constants. */
  private static void addComparison(
      RexNode condition, ImmutableSetMultimap.Builder<Integer, RexNode> found) {
    ImmutableBitSet columns = RelOptUtil.InputFinder.bits(condition);
    if (columns.cardinality() == 1 && comparesOnly(condition)) {
      found.put(columns.nth(0), onColumn(condition, 0, null));
    }
  }

  private static boolean comparesOnly(RexNode condition) {
    if (!(condition instanceof RexCall call)) {
      return false;
    }
    return switch (call.getKind()) {
      case AND, OR -> call.getOperands().stream().allMatch(ImpliedConditions::comparesOnly);
      case EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          SEARCH ->
          call.getOperands().stream().allMatch(o -> o instanceof RexInputRef || isConstant(o));
      default -> false;
    };
  }

  private static boolean isConstant(RexNode expression) {
    return expression instanceof RexLiteral
        || expression instanceof RexDynamicParam
        || expression.isA(SqlKind.CAST) && isConstant(((RexCall) expression).getOperands().get(0));
  }

  /**
   * Lets a condition be about another column.
   *
   * @param type of that column; null to keep the type of the present one
   */
  private static RexNode onColumn(RexNode condition, int column, @Nullable RelDataType type) {
    return condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef reference) {
            return new RexInputRef(column, type == null ? reference.getType() : type);
          }
        });
  }

  private static RelDataType type(RelNode rel, int column) {
    List<RelDataTypeField> fields = rel.getRowType().getFieldList();
    return fields.get(column).getType();
  }
}
