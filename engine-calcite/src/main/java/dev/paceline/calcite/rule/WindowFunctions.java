package dev.paceline.calcite.rule;

import dev.paceline.calcite.function.CollectingOperator;
import dev.paceline.calcite.function.LibraryAggregateOperator;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.aggregate.LibraryAggregate;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.plan.WindowCall;
import dev.paceline.core.plan.WindowFrame;
import dev.paceline.core.plan.WindowFunction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Translates window functions to those of the engine, and what is computed with their results: AVG
 * becomes SUM / COUNT, the default of LAG a CASE.
 */
final class WindowFunctions {
  private final RexBuilder rexBuilder;
  private final RelDataTypeFactory types;
  private final WindowColumns columns;
  private final WindowGroups groups;

  /**
   * @param columns gets the arguments and keys
   * @param groups gets the functions
   */
  WindowFunctions(RexBuilder rexBuilder, WindowColumns columns, WindowGroups groups) {
    this.rexBuilder = rexBuilder;
    this.types = rexBuilder.getTypeFactory();
    this.columns = columns;
    this.groups = groups;
  }

  /**
   * An expression over the columns and the {@linkplain org.apache.calcite.rex.RexLocalRef numbered
   * results} of functions.
   *
   * @throws PacelineException NOT_SUPPORTED if the engine has no such function
   */
  RexNode translate(RexOver over) {
    RexNode result = new Translation(over).result();
    return rexBuilder.ensureType(over.getType(), result, false);
  }

  /** The translation of one function. */
  private final class Translation {
    private final RexOver over;
    private final List<Integer> partitionKeys;
    private final List<RelFieldCollation> order;

    Translation(RexOver over) {
      this.over = over;
      this.partitionKeys =
          over.getWindow().partitionKeys.stream()
              .filter(key -> !(key instanceof RexLiteral))
              .map(columns::add)
              .distinct()
              .toList();
      this.order = new ArrayList<>();
      for (RexFieldCollation key : over.getWindow().orderKeys) {
        if (key.left instanceof RexLiteral) {
          continue; // all rows are peers
        }
        int column = columns.add(key.left);
        if (order.stream().noneMatch(known -> known.getFieldIndex() == column)) {
          order.add(new RelFieldCollation(column, key.getDirection(), key.getNullDirection()));
        }
      }
    }

    RexNode result() {
      return switch (over.getAggOperator().getKind()) {
        case ROW_NUMBER -> rank(WindowFunction.ROW_NUMBER);
        case RANK -> rank(WindowFunction.RANK);
        case DENSE_RANK -> rank(WindowFunction.DENSE_RANK);
        case PERCENT_RANK -> fraction(WindowFunction.PERCENT_RANK);
        case CUME_DIST -> fraction(WindowFunction.CUME_DIST);
        case NTILE -> ofPartition(WindowFunction.NTILE, like(operand(0), bigint()), whole(0));
        case LAG -> neighbour(WindowFunction.LAG);
        case LEAD -> neighbour(WindowFunction.LEAD);
        case FIRST_VALUE -> value(WindowFunction.FIRST_VALUE, over.ignoreNulls());
        case LAST_VALUE -> value(WindowFunction.LAST_VALUE, over.ignoreNulls());
        case ANY_VALUE -> value(WindowFunction.FIRST_VALUE, true);
        case NTH_VALUE -> value(WindowFunction.NTH_VALUE, over.ignoreNulls(), whole(1));
        case COUNT -> count();
        case SUM -> aggregate(WindowFunction.SUM);
        case SUM0 -> aggregate(WindowFunction.SUM0);
        case AVG -> average();
        case MIN -> value(WindowFunction.MIN, false);
        case MAX -> value(WindowFunction.MAX, false);
        case BIT_AND -> value(WindowFunction.BIT_AND, false);
        case BIT_OR -> value(WindowFunction.BIT_OR, false);
        case BIT_XOR -> value(WindowFunction.BIT_XOR, false);
        case VAR_POP -> variance(WindowFunction.VAR_POP);
        case VAR_SAMP -> variance(WindowFunction.VAR_SAMP);
        case STDDEV_POP -> variance(WindowFunction.STDDEV_POP);
        case STDDEV_SAMP -> variance(WindowFunction.STDDEV_SAMP);
        default -> declared();
      };
    }

    /** A function of the registry, or one that the planner makes. */
    private RexNode declared() {
      if (over.getAggOperator() instanceof LibraryAggregateOperator operator) {
        return ofLibrary(operator);
      }
      if (over.getAggOperator().equals(CollectingOperator.CONCATENATION)) {
        return ofColumns(WindowFunction.STRING_AGG);
      }
      if (over.getAggOperator().equals(CollectingOperator.NTH_SMALLEST)) {
        return value(WindowFunction.NTH_SMALLEST, false, whole(1));
      }
      if (over.getAggOperator().equals(CollectingOperator.FRAME_ARG_MIN)) {
        return ofColumns(WindowFunction.ARG_MIN);
      }
      if (over.getAggOperator().equals(CollectingOperator.FRAME_ARG_MAX)) {
        return ofColumns(WindowFunction.ARG_MAX);
      }
      throw unsupported("the engine has no such window function");
    }

    /** A function of two columns over the frame. */
    private RexNode ofColumns(WindowFunction function) {
      return call(
          function,
          frame(),
          over.getType(),
          false,
          columns.add(operand(0)),
          columns.add(operand(1)));
    }

    private RexNode ofLibrary(LibraryAggregateOperator operator) {
      RelDataType type = nullable(types.createSqlType(SqlTypeName.DOUBLE));
      List<Integer> arguments = new ArrayList<>();
      if (operator.aggregate().moments().arguments() == 1) {
        arguments.add(columns.add(operand(0), type));
      } else {
        if (over.isDistinct()) {
          throw unsupported("DISTINCT is for functions of one argument");
        }
        RexNode known = rexBuilder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, operand(1));
        RexNode first =
            rexBuilder.makeCall(
                SqlStdOperatorTable.CASE,
                known,
                rexBuilder.ensureType(type, operand(0), true),
                rexBuilder.makeNullLiteral(type));
        arguments.add(columns.add(first));
        arguments.add(columns.add(operand(1), type));
      }
      return call(WindowFunction.LIBRARY, frame(), type, false, operator.aggregate(), arguments);
    }

    /** A type that is nullable if an expression is. */
    private RelDataType like(RexNode nullable, RelDataType type) {
      return types.createTypeWithNullability(type, nullable.getType().isNullable());
    }

    private RelDataType nullable(RelDataType type) {
      return types.createTypeWithNullability(type, true);
    }

    private RelDataType bigint() {
      return types.createSqlType(SqlTypeName.BIGINT);
    }

    private RexNode operand(int number) {
      return over.getOperands().get(number);
    }

    /** The column with an argument that is a whole number. */
    private int whole(int operand) {
      return columns.add(operand(operand), bigint());
    }

    private RexNode rank(WindowFunction function) {
      return ofPartition(function, bigint());
    }

    private RexNode fraction(WindowFunction function) {
      return ofPartition(function, types.createSqlType(SqlTypeName.DOUBLE));
    }

    private RexNode ofPartition(WindowFunction function, RelDataType type, Integer... arguments) {
      return call(function, WindowFrame.PARTITION, type, over.ignoreNulls(), arguments);
    }

    private RexNode call(
        WindowFunction function,
        WindowFrame frame,
        RelDataType type,
        boolean ignoreNulls,
        Integer... arguments) {
      return call(function, frame, type, ignoreNulls, null, List.of(arguments));
    }

    private RexNode call(
        WindowFunction function,
        WindowFrame frame,
        RelDataType type,
        boolean ignoreNulls,
        @Nullable LibraryAggregate library,
        List<Integer> arguments) {
      boolean distinct = over.isDistinct() && isSensitiveToDuplicates(function);
      if (distinct && !frame.startsWithPartition()) {
        throw unsupported(
            "DISTINCT needs a window frame that starts with the partition and excludes no row");
      }
      WindowCall call =
          new WindowCall(
              function,
              arguments,
              distinct,
              ignoreNulls,
              frame,
              order.size(),
              TypeMapping.toDataType(type),
              library);
      return groups.add(partitionKeys, order, call, type);
    }

    private static boolean isSensitiveToDuplicates(WindowFunction function) {
      return switch (function) {
        case COUNT, SUM, SUM0, BIT_XOR, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, LIBRARY -> true;
        default -> false;
      };
    }

    private WindowFrame frame() {
      return new WindowFrames(types, columns).translate(over);
    }

    private RexNode aggregate(WindowFunction function) {
      return call(function, frame(), over.getType(), false, columns.add(operand(0)));
    }

    /** A function whose result has the type of its first argument. */
    private RexNode value(WindowFunction function, boolean ignoreNulls, Integer... more) {
      Integer[] arguments = new Integer[1 + more.length];
      arguments[0] = columns.add(operand(0), over.getType());
      System.arraycopy(more, 0, arguments, 1, more.length);
      return call(function, frame(), over.getType(), ignoreNulls, arguments);
    }

    private RexNode count() {
      List<RexNode> nullable =
          over.getOperands().stream().filter(operand -> operand.getType().isNullable()).toList();
      if (over.getOperands().isEmpty() || nullable.isEmpty() && !over.isDistinct()) {
        return call(WindowFunction.COUNT, frame(), bigint(), false);
      }
      if (over.getOperands().size() == 1) {
        return countOf(operand(0));
      }
      if (over.isDistinct()) {
        throw unsupported("COUNT(DISTINCT) of several columns has no window");
      }
      RexNode anyNull =
          rexBuilder.makeCall(
              SqlStdOperatorTable.OR,
              nullable.stream()
                  .map(operand -> rexBuilder.makeCall(SqlStdOperatorTable.IS_NULL, operand))
                  .toList());
      return countOf(
          nullable.size() == 1
              ? nullable.getFirst()
              : rexBuilder.makeCall(
                  SqlStdOperatorTable.CASE,
                  anyNull,
                  rexBuilder.makeNullLiteral(bigint()),
                  rexBuilder.makeExactLiteral(BigDecimal.ONE, bigint())));
    }

    private RexNode countOf(RexNode argument) {
      return call(WindowFunction.COUNT, frame(), bigint(), false, columns.add(argument));
    }

    private RexNode average() {
      RelDataType sumType = types.getTypeSystem().deriveSumType(types, operand(0).getType());
      int argument = columns.add(operand(0));
      RexNode sum = call(WindowFunction.SUM, frame(), nullable(sumType), false, argument);
      RexNode count = countOf(operand(0));
      return rexBuilder.makeCall(
          SqlStdOperatorTable.DIVIDE, rexBuilder.ensureType(over.getType(), sum, true), count);
    }

    private RexNode variance(WindowFunction function) {
      RelDataType type = types.createSqlType(SqlTypeName.DOUBLE);
      return call(function, frame(), like(over, type), false, columns.add(operand(0), type));
    }

    /** LAG and LEAD: NULL, or the default, where there is no such row. */
    private RexNode neighbour(WindowFunction function) {
      RexNode distance =
          over.getOperands().size() > 1
              ? operand(1)
              : rexBuilder.makeExactLiteral(BigDecimal.ONE, bigint());
      int distanceColumn = columns.add(distance, bigint());
      IntFunction<RexNode> neighbour =
          argument ->
              ofPartition(
                  function,
                  nullable(columns.expressions().get(argument).getType()),
                  argument,
                  distanceColumn);
      RexNode value = neighbour.apply(columns.add(operand(0), over.getType()));
      if (over.getOperands().size() < 3) {
        return value;
      }
      RexNode otherwise =
          columns.reference(rexBuilder.ensureType(over.getType(), operand(2), true));
      RexNode missing = value;
      if (!over.ignoreNulls()) {
        missing =
            neighbour.apply(columns.add(rexBuilder.makeExactLiteral(BigDecimal.ONE, bigint())));
      }
      List<RexNode> branches = new ArrayList<>();
      branches.add(rexBuilder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, missing));
      branches.add(value);
      if (distance.getType().isNullable()) {
        branches.add(rexBuilder.makeCall(SqlStdOperatorTable.IS_NULL, columns.reference(distance)));
        branches.add(rexBuilder.makeNullLiteral(over.getType()));
      }
      if (over.ignoreNulls()) {
        // The row itself is at the distance 0, also if its value is NULL.
        RexNode zero = rexBuilder.makeExactLiteral(BigDecimal.ZERO, distance.getType());
        branches.add(
            rexBuilder.makeCall(SqlStdOperatorTable.EQUALS, columns.reference(distance), zero));
        branches.add(rexBuilder.makeNullLiteral(over.getType()));
      }
      branches.add(otherwise);
      return rexBuilder.makeCall(SqlStdOperatorTable.CASE, branches);
    }

    private PacelineException unsupported(String why) {
      return new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          over.getAggOperator().getName()
              + (over.isDistinct() ? "(DISTINCT)" : "")
              + " as a window function is not supported: "
              + why);
    }
  }
}
