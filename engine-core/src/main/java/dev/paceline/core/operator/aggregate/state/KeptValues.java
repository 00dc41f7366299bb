package dev.paceline.core.operator.aggregate.state;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Keeps the arguments of functions that need all values of a group, and computes these functions at
 * the end. Functions of the same rows of a column share its values. One worker uses it.
 */
final class KeptValues {
  /**
   * Identifies the rows of a column whose values are kept.
   *
   * @param filter a BOOLEAN column; -1 for none
   */
  private record Source(int column, int filter) {
    static Source of(AggregateCall call) {
      return new Source(call.argument(), call.filter());
    }

    GroupNumbers rows(GroupNumbers groups, Batch batch) {
      GroupNumbers rows = filter < 0 ? groups : groups.where(filter, batch.column(filter));
      return rows.notNull(column, batch.column(column));
    }
  }

  private final MemoryScope scope;
  private final int capacity;
  private final Map<Source, GroupValues> values = new LinkedHashMap<>();
  private final List<SelectedValue> selected = new ArrayList<>();
  private final Map<Source, GroupStrings> strings = new LinkedHashMap<>();
  private final Map<Source, BytesState> joined = new LinkedHashMap<>();

  /**
   * @param capacity the most rows of a batch
   */
  KeptValues(MemoryScope scope, int capacity) {
    this.scope = scope;
    this.capacity = capacity;
  }

  /** Returns whether a function needs all values of a group. */
  static boolean areNeeded(AggregateFunction function) {
    return switch (function) {
      case QUANTILE_CONT, QUANTILE_DISC, MODE, CONCATENATION -> true;
      default -> false;
    };
  }

  /**
   * Keeps the argument of a call.
   *
   * @param type of the argument
   * @return the state that has the results in the end
   */
  State keep(AggregateCall call, DataType type) {
    return call.function() == AggregateFunction.CONCATENATION ? join(call) : select(call, type);
  }

  private State select(AggregateCall call, DataType type) {
    if (!AggregateFunction.canSelect(type)) {
      throw new PacelineException(ErrorCode.NOT_SUPPORTED, call.function() + " of " + type);
    }
    GroupValues arguments =
        values.computeIfAbsent(Source.of(call), unused -> new GroupValues(type, scope, capacity));
    State result =
        type.family() == TypeFamily.FLOATING
            ? new DoubleState(scope, DoubleState.Operation.PUT)
            : new LongState(scope, LongState.Operation.PUT);
    selected.add(new SelectedValue(call, arguments, result));
    return result;
  }

  private State join(AggregateCall call) {
    Source source = Source.of(call);
    strings.computeIfAbsent(source, unused -> new GroupStrings(scope, capacity));
    return joined.computeIfAbsent(source, unused -> new BytesState(scope, LongState.Operation.PUT));
  }

  boolean isEmpty() {
    return values.isEmpty() && strings.isEmpty();
  }

  /** Returns the number of values of all groups. */
  long size() {
    return values.values().stream().mapToLong(GroupValues::size).sum()
        + strings.values().stream().mapToLong(GroupStrings::size).sum();
  }

  /**
   * Adds a batch.
   *
   * @param arguments the columns as states read them
   */
  void add(GroupNumbers groups, Batch batch, IntFunction<Argument> arguments) {
    values.forEach(
        (source, kept) -> kept.add(source.rows(groups, batch), arguments.apply(source.column)));
    strings.forEach(
        (source, kept) -> kept.add(source.rows(groups, batch), batch.column(source.column)));
  }

  /** Sorts the values of groups up to a number by group. Nothing is added after that. */
  void sort(int lastGroup, CancellationToken cancellation) {
    values.values().forEach(kept -> kept.sort(lastGroup, cancellation));
    strings.values().forEach(kept -> kept.sort(lastGroup, cancellation));
  }

  /**
   * Adds the values of some groups of another worker, which are sorted, and which stay until the
   * functions of this worker are computed.
   *
   * @param ids the 32-bit numbers of these groups in the other worker
   * @param mapping the number here of each group of the other worker
   */
  void merge(KeptValues other, MemorySegment ids, MemorySegment mapping) {
    values.forEach(
        (source, kept) -> kept.merge(requireNonNull(other.values.get(source)), ids, mapping));
    strings.forEach(
        (source, kept) -> kept.merge(requireNonNull(other.strings.get(source)), ids, mapping));
  }

  /** Computes the functions of the groups up to a number. Nothing is added after that. */
  void finish(int lastGroup, CancellationToken cancellation) {
    sort(lastGroup, cancellation);
    selected.forEach(function -> function.compute(lastGroup, cancellation));
    joined.forEach(
        (source, result) -> {
          result.reserve(lastGroup);
          requireNonNull(strings.get(source)).join(result, lastGroup, cancellation);
        });
    values.values().forEach(GroupValues::release);
    strings.values().forEach(GroupStrings::release);
  }
}
