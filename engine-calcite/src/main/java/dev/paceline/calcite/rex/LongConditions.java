package dev.paceline.calcite.rex;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import com.google.common.collect.TreeRangeSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/**
 * Makes AND and OR of many terms short, in time n log n, before Calcite's simplifier sees them,
 * which takes time n³. Comparisons of one expression with constants (a long IN or NOT IN list, ORs
 * of equalities, ANDs of inequalities, BETWEENs) become one search in a set of ranges; whatever
 * many terms are left become a {@link TermBundle}. Short conditions stay as they are.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // Sarg and Range know their values as Comparable only
public final class LongConditions extends RelHomogeneousShuttle {
  /** The number of terms from which an AND or OR counts as long. */
  static final int LONG = 20;

  /** How many terms Calcite's simplifier gets to see of an AND or OR at most. */
  static final int MAX_TERMS = 50;

  @Override
  public RelNode visit(RelNode other) {
    RelOptCluster cluster = other.getCluster();
    return super.visit(other)
        .accept(new Terms(cluster.getRexBuilder(), cluster.getPlanner().getExecutor()));
  }

  /**
   * A term that holds where an expression is in a set, is false where it is not, and unknown where
   * it is NULL.
   *
   * @param valueClass of the set's endpoints; values of different classes do not compare
   * @param types of the literals that the set was made of
   */
  private record Membership(
      RexNode operand, Class<?> valueClass, RangeSet<Comparable> set, Set<RelDataType> types) {}

  /** Terms about the same expression whose sets can be joined. */
  private record SetKey(RexNode operand, Class<?> valueClass) {}

  /** Sets of one expression: their union or, if they are ANDed, the union of their complements. */
  private static final class Collected {
    private final RangeSet<Comparable> ranges = TreeRangeSet.create();
    private final Set<RelDataType> types = new LinkedHashSet<>();
    private final RexNode first;
    private int count;

    Collected(RexNode first) {
      this.first = first;
    }

    void add(Membership membership, SqlKind kind) {
      ranges.addAll(kind == SqlKind.AND ? membership.set().complement() : membership.set());
      types.addAll(membership.types());
      count++;
    }

    RexNode toRex(RexNode operand, SqlKind kind, RexBuilder rexBuilder) {
      return count == 1
          ? first
          : search(
              operand,
              ImmutableRangeSet.copyOf(kind == SqlKind.AND ? ranges.complement() : ranges),
              List.copyOf(types),
              rexBuilder);
    }
  }

  private static RexNode search(
      RexNode operand,
      ImmutableRangeSet<Comparable> set,
      List<RelDataType> types,
      RexBuilder rexBuilder) {
    RelDataType type = rexBuilder.getTypeFactory().leastRestrictive(types);
    Sarg sarg = Sarg.of(RexUnknownAs.UNKNOWN, set);
    return rexBuilder.makeCall(
        SqlStdOperatorTable.SEARCH,
        operand,
        rexBuilder.makeSearchArgumentLiteral(sarg, type == null ? operand.getType() : type));
  }

  private final class Terms extends RexShuttle {
    private final RexBuilder rexBuilder;
    private final @Nullable RexExecutor executor;

    Terms(RexBuilder rexBuilder, @Nullable RexExecutor executor) {
      this.rexBuilder = rexBuilder;
      this.executor = executor;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
      RexNode visited = super.visitSubQuery(subQuery);
      return visited instanceof RexSubQuery query
          ? query.clone(query.rel.accept(LongConditions.this))
          : visited;
    }

    @Override
    public RexNode visitCall(RexCall call) {
      List<RexNode> terms =
          switch (call.getKind()) {
            case AND -> RelOptUtil.conjunctions(call);
            case OR -> RelOptUtil.disjunctions(call);
            default -> List.of();
          };
      if (terms.size() >= LONG) {
        return shortened(call.getKind(), terms);
      }
      RexNode visited = super.visitCall(call);
      return visited instanceof RexCall not
              && not.getKind() == SqlKind.NOT
              && not.getOperands().getFirst() instanceof RexCall search
              && search.getKind() == SqlKind.SEARCH
          ? negated(search)
          : visited;
    }

    private RexNode negated(RexCall search) {
      RexLiteral literal = (RexLiteral) search.getOperands().get(1);
      Sarg<?> sarg = requireNonNull(literal.getValueAs(Sarg.class));
      return rexBuilder.makeCall(
          SqlStdOperatorTable.SEARCH,
          search.getOperands().get(0),
          rexBuilder.makeSearchArgumentLiteral(sarg.negate(), literal.getType()));
    }

    private RexNode shortened(SqlKind kind, List<RexNode> terms) {
      Map<SetKey, Collected> sets = new LinkedHashMap<>();
      Set<RexNode> result = new LinkedHashSet<>();
      for (RexNode term : terms) {
        RexNode visited = folded(term.accept(this));
        Membership membership = membership(visited);
        if (membership != null) {
          sets.computeIfAbsent(
                  new SetKey(membership.operand(), membership.valueClass()),
                  _ -> new Collected(visited))
              .add(membership, kind);
        } else {
          result.add(comparesWithNull(visited) ? unknown() : visited);
        }
      }
      sets.forEach((key, set) -> result.add(set.toRex(key.operand(), kind, rexBuilder)));
      List<RexNode> few =
          result.size() <= MAX_TERMS ? List.copyOf(result) : bundled(kind, List.copyOf(result));
      return few.size() == 1
          ? few.getFirst()
          : rexBuilder.makeCall(
              kind == SqlKind.AND ? SqlStdOperatorTable.AND : SqlStdOperatorTable.OR, few);
    }

    /** The term with values in place of casts of constants, which many literals are. */
    private RexNode folded(RexNode term) {
      if (executor == null || !isComparison(term.getKind())) {
        return term;
      }
      List<RexNode> operands = new ArrayList<>(((RexCall) term).getOperands());
      boolean changed = false;
      for (int i = 0; i < operands.size(); i++) {
        if (operands.get(i).getKind() == SqlKind.CAST
            && ((RexCall) operands.get(i)).getOperands().getFirst() instanceof RexLiteral) {
          List<RexNode> values = new ArrayList<>(1);
          executor.reduce(rexBuilder, List.of(operands.get(i)), values);
          changed |= values.getFirst() instanceof RexLiteral;
          operands.set(i, values.getFirst());
        }
      }
      return changed ? ((RexCall) term).clone(term.getType(), operands) : term;
    }

    private RexNode unknown() {
      return rexBuilder.makeNullLiteral(
          rexBuilder.getTypeFactory().createSqlType(SqlTypeName.BOOLEAN));
    }

    /** Conjuncts by the columns that they use, so that they can still move to their inputs. */
    private List<RexNode> bundled(SqlKind kind, List<RexNode> terms) {
      if (kind == SqlKind.OR) {
        return List.of(TermBundle.of(kind, terms, rexBuilder));
      }
      List<RexNode> result = new ArrayList<>();
      Map<ImmutableBitSet, List<RexNode>> byColumns = new LinkedHashMap<>();
      for (RexNode term : terms) {
        if (isEquiJoin(term)) {
          result.add(term);
        } else {
          ImmutableBitSet columns = RelOptUtil.InputFinder.bits(term);
          byColumns.computeIfAbsent(columns, _ -> new ArrayList<>()).add(term);
        }
      }
      for (List<RexNode> together : byColumns.values()) {
        result.add(
            together.size() == 1 ? together.getFirst() : TermBundle.of(kind, together, rexBuilder));
      }
      return result;
    }
  }

  private static boolean isEquiJoin(RexNode term) {
    return term.getKind() == SqlKind.EQUALS
        && ((RexCall) term).getOperands().stream().allMatch(RexInputRef.class::isInstance);
  }

  private static boolean isComparison(SqlKind kind) {
    return switch (kind) {
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          true;
      default -> false;
    };
  }

  private static boolean comparesWithNull(RexNode term) {
    return isComparison(term.getKind())
        && ((RexCall) term).getOperands().stream().anyMatch(RexLiteral::isNullLiteral);
  }

  /** Returns how the term compares one expression with constants; null if it does not. */
  private static @Nullable Membership membership(RexNode term) {
    if (!(term instanceof RexCall call)) {
      return null;
    }
    List<RexNode> operands = call.getOperands();
    return switch (call.getKind()) {
      case SEARCH -> search(operands.get(0), (RexLiteral) operands.get(1));
      case AND, OR -> operands.size() == 2 ? both(call) : null;
      case NOT -> complement(membership(operands.getFirst()));
      default -> {
        if (!isComparison(call.getKind())) {
          yield null;
        }
        yield operands.get(1) instanceof RexLiteral literal
            ? comparison(operands.get(0), call.getKind(), literal)
            : operands.get(0) instanceof RexLiteral literal
                ? comparison(operands.get(1), call.getKind().reverse(), literal)
                : null;
      }
    };
  }

  private static @Nullable Membership search(RexNode operand, RexLiteral literal) {
    Sarg sarg = literal.getValueAs(Sarg.class);
    if (sarg == null || sarg.nullAs != RexUnknownAs.UNKNOWN) {
      return null;
    }
    for (Range<?> range : ((RangeSet<Comparable>) sarg.rangeSet).asRanges()) {
      if (range.hasLowerBound() || range.hasUpperBound()) {
        Object value = range.hasLowerBound() ? range.lowerEndpoint() : range.upperEndpoint();
        return new Membership(operand, value.getClass(), sarg.rangeSet, Set.of(literal.getType()));
      }
    }
    return null;
  }

  /** BETWEEN and its like: two terms about the same expression. */
  private static @Nullable Membership both(RexCall call) {
    Membership left = membership(call.getOperands().get(0));
    Membership right = left == null ? null : membership(call.getOperands().get(1));
    if (left == null
        || right == null
        || left.valueClass() != right.valueClass()
        || !left.operand().equals(right.operand())) {
      return null;
    }
    boolean and = call.getKind() == SqlKind.AND;
    RangeSet<Comparable> set = TreeRangeSet.create(and ? left.set().complement() : left.set());
    set.addAll(and ? right.set().complement() : right.set());
    Set<RelDataType> types = new LinkedHashSet<>(left.types());
    types.addAll(right.types());
    return new Membership(
        left.operand(),
        left.valueClass(),
        ImmutableRangeSet.copyOf(and ? set.complement() : set),
        types);
  }

  private static @Nullable Membership complement(@Nullable Membership of) {
    return of == null
        ? null
        : new Membership(of.operand(), of.valueClass(), of.set().complement(), of.types());
  }

  private static @Nullable Membership comparison(
      RexNode operand, SqlKind kind, RexLiteral literal) {
    Comparable value = literal.getValueAs(Comparable.class);
    if (value == null || !isComparable(operand, literal) || !RexUtil.isDeterministic(operand)) {
      return null;
    }
    ImmutableRangeSet<Comparable> set =
        switch (kind) {
          case EQUALS -> ImmutableRangeSet.of(Range.singleton(value));
          case NOT_EQUALS -> ImmutableRangeSet.of(Range.singleton(value)).complement();
          case LESS_THAN -> ImmutableRangeSet.of(Range.lessThan(value));
          case LESS_THAN_OR_EQUAL -> ImmutableRangeSet.of(Range.atMost(value));
          case GREATER_THAN -> ImmutableRangeSet.of(Range.greaterThan(value));
          case GREATER_THAN_OR_EQUAL -> ImmutableRangeSet.of(Range.atLeast(value));
          default -> throw new IllegalStateException("comparison " + kind);
        };
    return new Membership(operand, value.getClass(), set, Set.of(literal.getType()));
  }

  /**
   * Whether the constant is of the expression's domain: text and text, exact numbers and exact
   * ones. Exact numbers compare with doubles as doubles, so that rounding decides.
   */
  private static boolean isComparable(RexNode operand, RexLiteral literal) {
    if (!SqlTypeUtil.inSameFamily(operand.getType(), literal.getType())) {
      return false;
    }
    return !SqlTypeUtil.isApproximateNumeric(literal.getType())
        || SqlTypeUtil.isApproximateNumeric(operand.getType());
  }
}
