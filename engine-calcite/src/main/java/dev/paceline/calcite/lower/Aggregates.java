package dev.paceline.calcite.lower;

import dev.paceline.calcite.function.EngineAggregateOperator;
import dev.paceline.calcite.function.LibraryAggregateOperator;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import org.apache.calcite.rel.core.AggregateCall;

/** Translates aggregate calls. */
public final class Aggregates {
  private Aggregates() {}

  /**
   * @throws PacelineException NOT_SUPPORTED if the engine has no such aggregate
   */
  public static dev.paceline.core.plan.AggregateCall lower(AggregateCall call) {
    int arguments = call.getArgList().size();
    if (!call.getCollation().getFieldCollations().isEmpty()
        || call.distinctKeys != null
        || call.ignoreNulls()
        || call.isApproximate()
        || !call.rexList.isEmpty()) {
      throw unsupported(call);
    }
    DataType type = TypeMapping.toDataType(call.getType());
    if (call.getAggregation() instanceof LibraryAggregateOperator operator) {
      return ofLibrary(call, operator, type);
    }
    if (call.getAggregation() instanceof EngineAggregateOperator operator) {
      return new dev.paceline.core.plan.AggregateCall(
          operator.function(),
          call.getArgList().get(0),
          arguments == 1 ? -1 : call.getArgList().get(1),
          false,
          call.filterArg,
          type,
          null,
          operator.fraction());
    }
    if (arguments > 1) {
      throw unsupported(call);
    }
    boolean truth = type.family() == TypeFamily.BOOLEAN;
    AggregateFunction function =
        switch (call.getAggregation().getKind()) {
          case COUNT -> AggregateFunction.COUNT;
          case SUM -> AggregateFunction.SUM;
          case SUM0 -> AggregateFunction.SUM0;
          case MIN -> truth ? AggregateFunction.BOOL_AND : AggregateFunction.MIN;
          case MAX -> truth ? AggregateFunction.BOOL_OR : AggregateFunction.MAX;
          case SINGLE_VALUE -> AggregateFunction.SINGLE_VALUE;
          case ANY_VALUE -> AggregateFunction.ANY_VALUE;
          case BIT_AND -> AggregateFunction.BIT_AND;
          case BIT_OR -> AggregateFunction.BIT_OR;
          case BIT_XOR -> AggregateFunction.BIT_XOR;
          case VAR_POP -> AggregateFunction.VAR_POP;
          case VAR_SAMP -> AggregateFunction.VAR_SAMP;
          case STDDEV_POP -> AggregateFunction.STDDEV_POP;
          case STDDEV_SAMP -> AggregateFunction.STDDEV_SAMP;
          default -> throw unsupported(call);
        };
    if (arguments == 0 && function != AggregateFunction.COUNT) {
      throw unsupported(call);
    }
    return new dev.paceline.core.plan.AggregateCall(
        function,
        arguments == 0 ? -1 : call.getArgList().getFirst(),
        call.isDistinct(),
        call.filterArg,
        type);
  }

  private static dev.paceline.core.plan.AggregateCall ofLibrary(
      AggregateCall call, LibraryAggregateOperator operator, DataType type) {
    int arguments = operator.aggregate().moments().arguments();
    if (call.isDistinct() && arguments > 1) {
      throw unsupported(call);
    }
    return new dev.paceline.core.plan.AggregateCall(
        AggregateFunction.LIBRARY,
        call.getArgList().get(0),
        arguments == 1 ? -1 : call.getArgList().get(1),
        call.isDistinct(),
        call.filterArg,
        type,
        operator.aggregate(),
        0);
  }

  private static PacelineException unsupported(AggregateCall call) {
    return new PacelineException(ErrorCode.NOT_SUPPORTED, "the engine cannot aggregate by " + call);
  }
}
