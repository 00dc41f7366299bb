package dev.paceline.calcite.lower;

import dev.paceline.calcite.cancel.PlanningCheck;
import dev.paceline.calcite.table.CalciteTimes;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.Micros;
import dev.paceline.grammar.definition.EnumRelType;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Replaces constant expressions by their values while a statement is planned. The engine computes
 * them as it would at run time, each in at most {@value #MEMORY_BYTES} bytes; what needs more,
 * fails or has a long value stays an expression, to be computed once a vector when the statement
 * runs. What the engine does not have is left to Calcite, which compiles code for it. Thread-safe.
 */
public final class ConstantFolding implements RexExecutor {
  /** Memory for one expression; it also bounds the time that functions of strings can take. */
  private static final long MEMORY_BYTES = 1 << 20;

  /** The longest literals that an expression may have, and the longest value that replaces one. */
  private static final int MAX_LENGTH = 4_096;

  /** 0001-01-01 00:00:00, the first timestamp of which Calcite has a literal. */
  private static final long MIN_TIMESTAMP = Micros.at(CivilDate.toEpochDay(1, 1, 1), 0);

  /** 9999-12-31 23:59:59.999999, the last one. */
  private static final long MAX_TIMESTAMP = Micros.at(CivilDate.toEpochDay(10_000, 1, 1), 0) - 1;

  /** Expressions of more nodes stay as they are. */
  private static final int MAX_NODES = 1_000;

  @Override
  public void reduce(RexBuilder rexBuilder, List<RexNode> constants, List<RexNode> values) {
    for (RexNode constant : constants) {
      PlanningCheck.check();
      values.add(isReduced(constant) ? constant : value(rexBuilder, constant));
    }
  }

  /** A literal, or one that is cast so that its type is nullable. */
  private static boolean isReduced(RexNode node) {
    return node instanceof RexLiteral
        || (node.getKind() == SqlKind.CAST
            && ((RexCall) node).getOperands().getFirst() instanceof RexLiteral literal
            && literal.getType().getSqlTypeName() == node.getType().getSqlTypeName()
            && literal.getType().getPrecision() == node.getType().getPrecision()
            && literal.getType().getScale() == node.getType().getScale());
  }

  private RexNode value(RexBuilder rexBuilder, RexNode constant) {
    if (constant.nodeCount() > MAX_NODES
        || lacksLiterals(constant.getType())
        || !isCheap(constant)) {
      return constant;
    }
    Object value;
    try {
      Expression expression =
          new ExpressionLowering(
                  rexBuilder,
                  index -> {
                    throw notConstant();
                  },
                  IntUnaryOperator.identity())
              .lower(constant);
      value = compute(expression);
    } catch (PacelineException e) {
      return e.code() == ErrorCode.NOT_SUPPORTED ? ofCalcite(rexBuilder, constant) : constant;
    }
    return isLong(value) || !fits(value, constant.getType())
        ? constant
        : literal(rexBuilder, value, constant.getType(), constant);
  }

  /** Whether values of a type have no literals; Calcite would order UUIDs with their sign. */
  private static boolean lacksLiterals(RelDataType type) {
    if (type instanceof EnumRelType) {
      return true;
    }
    return switch (type.getSqlTypeName()) {
      case ARRAY, ROW, MAP, UUID -> true;
      default -> false;
    };
  }

  private @Nullable Object compute(Expression expression) {
    try (MemoryLedger ledger = new MemoryLedger(MEMORY_BYTES);
        QueryContext context =
            QueryContext.open(
                "constant", ledger, PlanningCheck.statement(), 1, 0, ZoneOffset.UTC)) {
      return expression
          .newEvaluator(new WorkerContext(context, context.memory()))
          .evaluate(new Batch().set(1, null))
          .getObject(0);
    }
  }

  private static RexNode ofCalcite(RexBuilder rexBuilder, RexNode constant) {
    List<RexNode> reduced = new java.util.ArrayList<>(1);
    RexUtil.EXECUTOR.reduce(rexBuilder, List.of(constant), reduced);
    return reduced.getFirst();
  }

  private static RexNode literal(
      RexBuilder rexBuilder, @Nullable Object value, RelDataType type, RexNode constant) {
    Object known =
        switch (value) {
          case Long number -> whole(number, type);
          case byte[] bytes -> new ByteString(bytes);
          case Double number when !Double.isFinite(number) -> constant;
          case null, default -> value;
        };
    try {
      return known instanceof RexNode same ? same : rexBuilder.makeLiteral(known, type, true);
    } catch (IllegalArgumentException | ArithmeticException e) {
      return constant; // Calcite has literals of the years 1 to 9999 only
    }
  }

  /** A whole number, or what is counted in whole numbers, as Calcite's literals have it. */
  private static Object whole(Long number, RelDataType type) {
    return switch (TypeMapping.toDataType(type).kind()) {
      case DATE -> Math.toIntExact(number);
      case TIME -> CalciteTimes.toTime(number);
      case TIMESTAMP -> CalciteTimes.toTimestamp(number);
      default -> number;
    };
  }

  /**
   * Whether a literal of this type can be the value. Calcite derives some types too narrowly
   * ({@code UPPER('ß')} has two characters, {@code LPAD('a', NULL, 'x')} is NULL), and it would cut
   * the value, or the year of a date or a timestamp after 9999.
   */
  private static boolean fits(@Nullable Object value, RelDataType type) {
    return switch (value) {
      case null -> type.isNullable();
      case String text ->
          type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
              || text.codePointCount(0, text.length()) <= type.getPrecision();
      case Long day when type.getSqlTypeName() == SqlTypeName.DATE ->
          day >= Micros.toDay(MIN_TIMESTAMP) && day <= Micros.toDay(MAX_TIMESTAMP);
      case Long number when type.getSqlTypeName() == SqlTypeName.TIMESTAMP ->
          number >= MIN_TIMESTAMP && number <= MAX_TIMESTAMP && fitsFraction(number, type);
      case Long number when type.getSqlTypeName() == SqlTypeName.TIME -> fitsFraction(number, type);
      default -> true;
    };
  }

  /** Whether a type has enough digits for the fraction of the second. */
  private static boolean fitsFraction(long micros, RelDataType type) {
    int missing = Micros.FRACTION_DIGITS - type.getPrecision();
    return missing <= 0 || micros % Int128.powerOfTen(missing).longValueExact() == 0;
  }

  private static boolean isLong(@Nullable Object value) {
    return switch (value) {
      case String text -> text.length() > MAX_LENGTH;
      case byte[] bytes -> bytes.length > MAX_LENGTH;
      case null, default -> false;
    };
  }

  /** Whether it has no long literals, and nothing that depends on the session. */
  private static boolean isCheap(RexNode constant) {
    try {
      constant.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitLiteral(RexLiteral literal) {
              if (literal.getType().getPrecision() > MAX_LENGTH || isZoned(literal)) {
                throw Util.FoundOne.NULL;
              }
              return null;
            }

            @Override
            public Void visitCall(RexCall call) {
              if (isZoned(call)
                  || !call.getOperator().isDeterministic()
                  || call.getOperator().isDynamicFunction()) {
                throw Util.FoundOne.NULL;
              }
              return super.visitCall(call);
            }
          });
      return true;
    } catch (Util.FoundOne e) {
      return false;
    }
  }

  private static boolean isZoned(RexNode node) {
    return node.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }

  private static PacelineException notConstant() {
    return new PacelineException(ErrorCode.NOT_SUPPORTED, "a parameter is no constant");
  }
}
