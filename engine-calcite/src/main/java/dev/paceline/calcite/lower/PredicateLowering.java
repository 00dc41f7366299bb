package dev.paceline.calcite.lower;

import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.expr.pattern.ComputedPattern;
import dev.paceline.core.expr.pattern.LikePattern;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.BytesTest;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnPredicate.NullTest;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/** Recognises conjuncts that a scan can evaluate on the encoded data of one column. */
public final class PredicateLowering {
  /** A predicate and the column that it is about. */
  public record Found(int column, ColumnPredicate predicate) {}

  private final ParameterValues parameters;

  public PredicateLowering(ParameterValues parameters) {
    this.parameters = parameters;
  }

  /** The predicate that holds exactly where {@code conjunct} is true; null if there is none. */
  public @Nullable Found find(RexNode conjunct) {
    if (conjunct instanceof RexInputRef reference) {
      return new Found(reference.getIndex(), LongRanges.between(1, 1));
    }
    if (!(conjunct instanceof RexCall call) || call.getOperands().isEmpty()) {
      return null;
    }
    List<RexNode> operands = call.getOperands();
    RexNode first = LosslessCasts.stripWidening(operands.getFirst());
    if (call.getKind() == SqlKind.NOT && first instanceof RexCall negated) {
      Found like = negated.getKind() == SqlKind.LIKE ? find(negated) : null;
      return like != null && like.predicate() instanceof BytesTest test
          ? new Found(like.column(), new BytesTest(test.matcher().negated(), false))
          : null;
    }
    if (operands.size() == 1) {
      return first instanceof RexInputRef reference ? unary(call.getKind(), reference) : null;
    }
    RexNode second = LosslessCasts.stripWidening(operands.get(1));
    return switch (call.getKind()) {
      case SEARCH -> first instanceof RexInputRef reference ? search(reference, second) : null;
      case LIKE -> first instanceof RexInputRef reference ? like(call, reference) : null;
      case EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL -> {
        if (first instanceof RexInputRef reference) {
          yield compare(call.getKind(), reference, second);
        }
        yield second instanceof RexInputRef reference
            ? compare(call.getKind().reverse(), reference, first)
            : null;
      }
      default -> null;
    };
  }

  private static @Nullable Found unary(SqlKind kind, RexInputRef reference) {
    ColumnPredicate predicate =
        switch (kind) {
          case IS_NULL -> new NullTest(true);
          case IS_NOT_NULL -> new NullTest(false);
          case NOT, IS_FALSE -> LongRanges.between(0, 0);
          case IS_TRUE -> LongRanges.between(1, 1);
          case IS_NOT_TRUE -> new LongRanges(new long[] {0}, new long[] {0}, true);
          case IS_NOT_FALSE -> new LongRanges(new long[] {1}, new long[] {1}, true);
          default -> null;
        };
    return predicate == null ? null : new Found(reference.getIndex(), predicate);
  }

  private static @Nullable Found search(RexInputRef reference, RexNode set) {
    Sarg<?> sarg = ((RexLiteral) set).getValueAs(Sarg.class);
    ColumnPredicate predicate = sarg == null ? null : Ranges.toPredicate(sarg, type(reference));
    return predicate == null ? null : new Found(reference.getIndex(), predicate);
  }

  private @Nullable Found compare(SqlKind kind, RexInputRef reference, RexNode other) {
    DataType type = type(reference);
    Object value;
    switch (other) {
      case RexLiteral literal -> value = literal.getValueAs(Comparable.class);
      case RexDynamicParam parameter -> value = parameter(parameter);
      default -> {
        return null;
      }
    }
    if (value == null) {
      return new Found(reference.getIndex(), Ranges.nothing(type));
    }
    if (!isComparable(type, other)) {
      return null;
    }
    ColumnPredicate predicate = Ranges.toPredicate(set(kind, value), false, type);
    return predicate == null ? null : new Found(reference.getIndex(), predicate);
  }

  /**
   * Whether comparing the column with the constant is comparing values of one domain. Text is
   * compared with text only; an exact number column with a double is not, since rounding decides.
   */
  private static boolean isComparable(DataType type, RexNode constant) {
    DataType other = TypeMapping.toDataType(constant.getType());
    if (type.kind() == TypeKind.CHAR || type.kind() == TypeKind.VARCHAR) {
      return constant.getType().getFamily() == SqlTypeFamily.CHARACTER
          || other.kind() == TypeKind.CHAR
          || other.kind() == TypeKind.VARCHAR;
    }
    return type.family() == other.family()
        || (type.family() == TypeFamily.FLOATING && other.family() == TypeFamily.INTEGRAL);
  }

  private @Nullable Comparable<?> parameter(RexDynamicParam parameter) {
    DataType type = TypeMapping.toDataType(parameter.getType());
    return switch (LiteralValues.convert(parameters.get(parameter), type)) {
      case null -> null;
      case byte[] bytes -> new ByteString(bytes);
      case Long number -> BigDecimal.valueOf(number);
      case Comparable<?> value -> value;
      default -> throw new IllegalStateException("value of " + parameter);
    };
  }

  private static RangeSet<?> set(SqlKind kind, Object value) {
    if (value instanceof String text) {
      return of(kind, new NlsString(text, null, null));
    }
    return of(kind, (Comparable<?>) value);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static RangeSet<?> of(SqlKind kind, Comparable value) {
    return switch (kind) {
      case EQUALS -> ImmutableRangeSet.of(Range.singleton(value));
      case NOT_EQUALS -> ImmutableRangeSet.of(Range.singleton(value)).complement();
      case LESS_THAN -> ImmutableRangeSet.of(Range.lessThan(value));
      case LESS_THAN_OR_EQUAL -> ImmutableRangeSet.of(Range.atMost(value));
      case GREATER_THAN -> ImmutableRangeSet.of(Range.greaterThan(value));
      case GREATER_THAN_OR_EQUAL -> ImmutableRangeSet.of(Range.atLeast(value));
      default -> throw new IllegalStateException("comparison " + kind);
    };
  }

  /** {@code LIKE 'prefix%'} is a range, any other a test of each string. */
  private static @Nullable Found like(RexCall call, RexInputRef reference) {
    List<RexNode> operands = call.getOperands();
    String text = literalText(operands.get(1));
    String escape = operands.size() > 2 ? literalText(operands.get(2)) : "";
    if (!call.getOperator().getName().equals("LIKE") || text == null || escape == null) {
      return null;
    }
    LikePattern pattern = LikePattern.of(text, ComputedPattern.escape(escape));
    return new Found(
        reference.getIndex(),
        pattern.isPrefix() && pattern.prefix().length > 0
            ? startsWith(pattern.prefix())
            : new BytesTest(pattern, false));
  }

  private static @Nullable String literalText(RexNode node) {
    return node instanceof RexLiteral literal && !literal.isNull()
        ? LiteralValues.text(literal.getValueAs(Comparable.class))
        : null;
  }

  private static ColumnPredicate startsWith(byte[] prefix) {
    byte[] above = prefix.clone();
    above[above.length - 1]++;
    return new BytesRanges(List.of(new BytesRange(prefix, true, above, false)), false);
  }

  private static DataType type(RexInputRef reference) {
    return TypeMapping.toDataType(reference.getType());
  }
}
