package dev.paceline.calcite.unnest;

import dev.paceline.calcite.function.ListOperator;
import dev.paceline.calcite.rel.ElementRows;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/** Writes UNNEST as joins with {@link ElementRows}. */
public final class ListJoins extends RelHomogeneousShuttle {
  private final RelBuilder builder;

  private ListJoins(RelBuilder builder) {
    this.builder = builder;
  }

  /** Returns an expression in which no list is expanded but by joins. */
  public static RelNode in(RelNode rel, RelBuilder builder) {
    return rel.accept(new ListJoins(builder));
  }

  @Override
  public RelNode visit(RelNode rel) {
    if (rel instanceof Correlate correlate) {
      RelNode direct = direct(correlate);
      if (direct != null) {
        return direct;
      }
    }
    RelNode visited = super.visit(rel);
    return visited instanceof Uncollect uncollect ? expanded(uncollect) : visited;
  }

  /** Returns a SELECT list without UNNEST; the expression itself if it is none, or has none. */
  public static RelNode ofSelectList(RelNode rel, RelBuilder builder) {
    if (!(rel instanceof Project project)) {
      return rel;
    }
    Set<RexNode> lists = listsIn(project);
    return lists.isEmpty() ? rel : new ListJoins(builder).expanded(project, List.copyOf(lists));
  }

  /** The lists that a SELECT list expands. */
  private static Set<RexNode> listsIn(Project project) {
    Set<RexNode> lists = new LinkedHashSet<>();
    project
        .getProjects()
        .forEach(
            expression ->
                expression.accept(
                    new RexVisitorImpl<Void>(true) {
                      @Override
                      public Void visitCall(RexCall call) {
                        if (call.getOperator().equals(ListOperator.UNNEST)) {
                          lists.add(call.getOperands().getFirst());
                          return null;
                        }
                        return super.visitCall(call);
                      }
                    }));
    return lists;
  }

  private RelNode expanded(Project project, List<RexNode> lists) {
    RexBuilder rexBuilder = project.getCluster().getRexBuilder();
    RelDataTypeFactory factory = rexBuilder.getTypeFactory();
    RelDataType unknown =
        factory.createTypeWithNullability(
            factory.createArrayType(factory.createSqlType(SqlTypeName.INTEGER), -1), true);
    List<RexNode> known = new ArrayList<>();
    RelDataTypeFactory.Builder elements = factory.builder();
    for (RexNode list : lists) {
      RexNode array =
          list.getType().getComponentType() == null ? rexBuilder.makeNullLiteral(unknown) : list;
      known.add(array);
      elements.add(
          "element" + known.size(),
          factory.createTypeWithNullability(array.getType().getComponentType(), true));
    }
    int columns = project.getInput().getRowType().getFieldCount();
    builder.push(join(project.getInput(), known, elements.build(), JoinRelType.INNER));
    RexShuttle fields =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            int list =
                call.getOperator().equals(ListOperator.UNNEST)
                    ? lists.indexOf(call.getOperands().getFirst())
                    : -1;
            return list < 0
                ? super.visitCall(call)
                : rexBuilder.ensureType(call.getType(), builder.field(columns + list), true);
          }
        };
    return builder
        .project(fields.apply(project.getProjects()), project.getRowType().getFieldNames(), true)
        .convert(project.getRowType(), false)
        .build();
  }

  private RelNode expanded(Uncollect uncollect) {
    RelNode input = uncollect.getInput();
    List<RexNode> lists = references(input);
    if (input instanceof Project project) {
      lists = project.getProjects();
      input = project.getInput();
    }
    int columns = input.getRowType().getFieldCount();
    RelNode join = join(input, lists, uncollect.getRowType(), JoinRelType.INNER);
    return elementsOf(join, columns, uncollect.getRowType());
  }

  private RelNode elementsOf(RelNode join, int columns, RelDataType elements) {
    builder.push(join);
    List<RexNode> fields = new ArrayList<>();
    for (int i = 0; i < elements.getFieldCount(); i++) {
      fields.add(builder.field(columns + i));
    }
    return builder.project(fields, elements.getFieldNames(), true).build();
  }

  private RelNode join(RelNode input, List<RexNode> lists, RelDataType elements, JoinRelType type) {
    ElementRows rows = new ElementRows(input.getCluster(), elements);
    RexBuilder rexBuilder = input.getCluster().getRexBuilder();
    RexNode condition = ElementCondition.of(rexBuilder, lists, input, rows);
    return builder.push(input).push(rows).join(type, condition).build();
  }

  private static List<RexNode> references(RelNode rel) {
    return List.copyOf(rel.getCluster().getRexBuilder().identityProjects(rel.getRowType()));
  }

  /**
   * Returns the join of rows with the elements of their own lists, which needs no decorrelation;
   * null if the expression is another one.
   */
  private @Nullable RelNode direct(Correlate correlate) {
    JoinRelType type = correlate.getJoinType();
    if (type != JoinRelType.INNER && type != JoinRelType.LEFT
        || !correlate.getCondition().isAlwaysTrue()) {
      return null;
    }
    List<RelNode> above = new ArrayList<>();
    RelNode right = correlate.getRight();
    while (right instanceof Project || right instanceof Filter) {
      above.add(right);
      right = right.getInput(0);
    }
    if (!(right instanceof Uncollect uncollect)
        || !(uncollect.getInput() instanceof Project lists)
        || !(lists.getInput() instanceof Values values)
        || values.getTuples().size() != 1
        || !isMovable(correlate, lists, above)) {
      return null;
    }
    RelNode left = correlate.getLeft().accept(this);
    Own own = new Own(correlate, left);
    RelNode join = join(left, own.apply(lists.getProjects()), uncollect.getRowType(), type);
    for (RelNode rel : above.reversed()) {
      join = over(join, rel, left.getRowType().getFieldCount(), own);
    }
    return join;
  }

  /** Whether the lists and what is done with the elements can stand over the left side. */
  private static boolean isMovable(Correlate correlate, Project lists, List<RelNode> above) {
    boolean referencesOnly =
        above.stream()
            .allMatch(
                rel ->
                    rel instanceof Project project
                        && project.getProjects().stream().allMatch(RexInputRef.class::isInstance));
    Set<CorrelationId> own = Set.of(correlate.getCorrelationId());
    return (correlate.getJoinType() == JoinRelType.INNER || referencesOnly)
        && lists.getProjects().stream()
            .allMatch(list -> RelOptUtil.InputFinder.bits(list).isEmpty())
        && own.containsAll(RelOptUtil.getVariablesUsed(lists))
        && above.stream().allMatch(rel -> own.containsAll(RelOptUtil.getVariablesUsed(rel)));
  }

  private RelNode over(RelNode join, RelNode rel, int columns, Own own) {
    RexShuttle shifted =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef reference) {
            return new RexInputRef(
                columns + reference.getIndex(),
                join.getRowType().getFieldList().get(columns + reference.getIndex()).getType());
          }

          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            RexNode field = own.apply(access);
            return field.equals(access) ? super.visitFieldAccess(access) : field;
          }
        };
    builder.push(join);
    if (rel instanceof Filter filter) {
      return builder.filter(shifted.apply(filter.getCondition())).build();
    }
    List<RexNode> fields = new ArrayList<>(builder.fields().subList(0, columns));
    fields.addAll(shifted.apply(((Project) rel).getProjects()));
    return builder.project(fields, List.of(), true).build();
  }

  /** Puts the columns of the left side in the place of the variable that stands for its row. */
  private static final class Own extends RexShuttle {
    private final Correlate correlate;
    private final RelNode left;

    Own(Correlate correlate, RelNode left) {
      this.correlate = correlate;
      this.left = left;
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      return access.getReferenceExpr() instanceof RexCorrelVariable variable
              && variable.id.equals(correlate.getCorrelationId())
          ? RexInputRef.of(access.getField().getIndex(), left.getRowType())
          : super.visitFieldAccess(access);
    }
  }
}
