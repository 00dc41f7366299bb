package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.util.Objects.requireNonNull;

import dev.paceline.core.aggregate.Moments;
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
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The states of all calls of one worker. Calls share states. SUM(x) and SUM0(x) have one sum.
 * COUNT(*) and COUNT(x) have one count of rows, from which COUNT(x) subtracts the NULLs if there
 * were any. SUM(x), MIN(x) and MAX(x) share the state that says whether a group has a value.
 */
public final class AggregateStates {
  /**
   * Identifies the computation of a state; aggregates with equal keys share a state.
   *
   * @param computed a {@link Kind}, the {@link Moments} of a function of the library, or the {@link
   *     ExtremeRowState.Choice} of a row
   */
  private record Key(Object computed, int argument, int second, int filter, boolean distinct) {
    Key(Kind kind, int argument, int filter, boolean distinct) {
      this(kind, argument, -1, filter, distinct);
    }
  }

  private enum Kind {
    ROWS,
    NULLS,
    PRESENCE,
    SUM,
    MIN,
    MAX,
    SOME,
    AND,
    OR,
    XOR,
    VARIANCE,
    LAST_VALUE
  }

  /**
   * A state and the rows that it counts.
   *
   * @param driven the states that this state updates and merges
   */
  private record Slot(Key key, State state, List<State> driven) {
    Slot(Key key, State state) {
      this(key, state, List.of());
    }

    boolean skipsNulls() {
      return key.argument >= 0
          && switch (key.computed) {
            case Kind kind -> kind != Kind.NULLS && kind != Kind.ROWS;
            case ExtremeRowState.Choice choice -> choice.comparesRows();
            default -> true;
          };
    }

    /** Returns the state and those that it drives. */
    Stream<State> states() {
      return Stream.concat(Stream.of(state), driven.stream());
    }
  }

  private final List<DataType> inputTypes;
  private final MemoryScope scope;
  private final int capacity;
  private final long hashMask;
  private final boolean keyless;
  private final IntSupplier groupsBefore;
  private final @Nullable Argument[] arguments;
  private final Argument none;
  private final Map<Key, Slot> slots = new LinkedHashMap<>();
  private final Map<Key, DistinctSet> distinctSets = new LinkedHashMap<>();
  private final KeptValues kept;
  private final List<AggregateResult> results = new ArrayList<>();
  private @Nullable MemorySegment presentFrom;
  private @Nullable MemorySegment presentTo;

  /**
   * @param keyless whether there is one group, with or without rows
   * @param capacity the most rows of a batch
   * @param groupsBefore returns the number of groups before the present batch or merge
   */
  public AggregateStates(
      List<DataType> inputTypes,
      List<AggregateCall> calls,
      boolean keyless,
      MemoryScope scope,
      int capacity,
      long hashMask,
      IntSupplier groupsBefore) {
    this.inputTypes = inputTypes;
    this.scope = scope;
    this.capacity = capacity;
    this.hashMask = hashMask;
    this.keyless = keyless;
    this.groupsBefore = groupsBefore;
    this.arguments = new Argument[inputTypes.size()];
    this.none = new Argument(-1, scope, capacity);
    this.kept = new KeptValues(scope, capacity);
    for (AggregateCall call : calls) {
      results.add(result(call));
    }
  }

  private AggregateResult result(AggregateCall call) {
    int argument = call.argument();
    boolean distinct = needsSet(call);
    if (distinct
        && (argument < 0
            || call.second() >= 0
            || call.function() == AggregateFunction.SINGLE_VALUE
            || KeptValues.areNeeded(call.function()))) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED, call.function() + "(DISTINCT) without a plain argument");
    }
    return switch (call.function()) {
      case COUNT -> {
        CountState rows =
            (CountState) state(Kind.ROWS, -1, distinct ? argument : -1, call, distinct);
        CountState nulls =
            argument < 0
                ? null
                : (CountState) state(Kind.NULLS, argument, argument, call, distinct);
        yield new AggregateResult(call, rows, null, nulls);
      }
      case SUM0 ->
          new AggregateResult(
              call, state(Kind.SUM, argument, argument, call, distinct), null, null);
      case SUM -> withPresence(call, Kind.SUM, distinct);
      case MIN, BOOL_AND -> withPresence(call, Kind.MIN, false);
      case MAX, BOOL_OR -> withPresence(call, Kind.MAX, false);
      case ANY_VALUE -> withPresence(call, Kind.SOME, false);
      case SINGLE_VALUE ->
          new AggregateResult(
              call,
              state(Kind.SOME, argument, argument, call, false),
              (PresenceState) state(Kind.PRESENCE, argument, argument, call, false),
              (CountState) state(Kind.ROWS, -1, -1, call, false));
      case BIT_AND -> withPresence(call, Kind.AND, false);
      case BIT_OR -> withPresence(call, Kind.OR, false);
      case BIT_XOR -> withPresence(call, Kind.XOR, distinct);
      case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP ->
          new AggregateResult(
              call, state(Kind.VARIANCE, argument, argument, call, distinct), null, null);
      case QUANTILE_CONT, QUANTILE_DISC, MODE, CONCATENATION -> kept(call);
      case ARG_MIN -> row(call, ExtremeRowState.Choice.SMALLEST);
      case ARG_MAX -> row(call, ExtremeRowState.Choice.LARGEST);
      case FIRST -> row(call, ExtremeRowState.Choice.FIRST);
      case LAST -> row(call, ExtremeRowState.Choice.LAST);
      case LIBRARY -> new AggregateResult(call, moments(call, distinct), null, null);
    };
  }

  /** Returns whether all values, or all distinct values, of the argument of a call must be kept. */
  public static boolean keepsValues(AggregateCall call) {
    return needsSet(call) || KeptValues.areNeeded(call.function());
  }

  /** Returns whether the distinct values of the argument of a call must be kept. */
  private static boolean needsSet(AggregateCall call) {
    return call.distinct() && isSensitive(call.function());
  }

  /** Returns whether DISTINCT changes the result of a function. */
  private static boolean isSensitive(AggregateFunction function) {
    return switch (function) {
      case COUNT,
          SUM,
          SUM0,
          SINGLE_VALUE,
          BIT_XOR,
          VAR_POP,
          VAR_SAMP,
          STDDEV_POP,
          STDDEV_SAMP,
          QUANTILE_CONT,
          QUANTILE_DISC,
          MODE,
          CONCATENATION,
          LIBRARY ->
          true;
      case MIN, MAX, ANY_VALUE, BOOL_AND, BOOL_OR, BIT_AND, BIT_OR, ARG_MIN, ARG_MAX, FIRST, LAST ->
          false;
    };
  }

  private AggregateResult withPresence(AggregateCall call, Kind kind, boolean distinct) {
    int argument = call.argument();
    return new AggregateResult(
        call,
        state(kind, argument, argument, call, distinct),
        (PresenceState) state(Kind.PRESENCE, argument, argument, call, distinct),
        null);
  }

  /**
   * @param of the argument in the key; -1 if the states of all arguments are the same
   * @param column the argument whose distinct values count; -1 for none
   */
  private State state(Kind kind, int of, int column, AggregateCall call, boolean distinct) {
    if (of >= 0) {
      argument(of);
    }
    int filter = call.filter();
    if (distinct) {
      return distinctSet(column, filter).state(kind, () -> create(kind, column, filter, true));
    }
    return slots
        .computeIfAbsent(
            new Key(kind, of, filter, false), key -> new Slot(key, create(kind, of, filter, false)))
        .state();
  }

  private DistinctSet distinctSet(int column, int filter) {
    return distinctSets.computeIfAbsent(
        new Key(Kind.ROWS, column, filter, true),
        unused ->
            new DistinctSet(inputTypes.get(column), column, filter, scope, capacity, hashMask));
  }

  private State moments(AggregateCall call, boolean distinct) {
    Moments moments = requireNonNull(call.library(), "library").moments();
    int first = call.argument();
    int second = call.second();
    DataType type = inputTypes.get(first);
    if (distinct) {
      return distinctSet(first, call.filter())
          .state(moments, () -> new MomentState(scope, moments, type, null, type));
    }
    Argument firstArgument = argument(first);
    Argument secondArgument = second < 0 ? null : argument(second);
    DataType secondType = second < 0 ? type : inputTypes.get(second);
    return slots
        .computeIfAbsent(
            new Key(moments, firstArgument.column(), second, call.filter(), false),
            key -> new Slot(key, new MomentState(scope, moments, type, secondArgument, secondType)))
        .state();
  }

  private AggregateResult kept(AggregateCall call) {
    int argument = call.argument();
    argument(argument);
    return new AggregateResult(
        call,
        kept.keep(call, inputTypes.get(argument)),
        (PresenceState) state(Kind.PRESENCE, argument, argument, call, false),
        null);
  }

  private AggregateResult row(AggregateCall call, ExtremeRowState.Choice choice) {
    int column = call.argument();
    argument(column);
    Slot slot =
        slots.computeIfAbsent(
            new Key(choice, column, call.second(), call.filter(), false),
            key -> {
              Argument compared = call.second() < 0 ? null : argument(call.second());
              DataType type = call.second() < 0 ? null : inputTypes.get(call.second());
              State value = create(Kind.LAST_VALUE, column, call.filter(), false);
              PresenceState presence = new PresenceState(scope, true, groupsBefore);
              BytesState strings =
                  type != null && type.family() == TypeFamily.BYTES
                      ? new BytesState(scope, choice.ofStrings())
                      : null;
              ExtremeRowState row =
                  new ExtremeRowState(
                      scope, choice, compared, type, strings, value, presence, capacity);
              return new Slot(
                  key,
                  row,
                  strings == null ? List.of(value, presence) : List.of(value, presence, strings));
            });
    return new AggregateResult(call, slot.driven.get(0), (PresenceState) slot.driven.get(1), null);
  }

  private Argument argument(int column) {
    Argument known = arguments[column];
    if (known == null) {
      known = new Argument(column, scope, capacity);
      arguments[column] = known;
    }
    return known;
  }

  private State create(Kind kind, int argument, int filter, boolean distinct) {
    return switch (kind) {
      case ROWS -> new CountState(scope, false);
      case NULLS -> new CountState(scope, true);
      case PRESENCE -> new PresenceState(scope, keyless || filter >= 0 || distinct, groupsBefore);
      case SUM ->
          inputTypes.get(argument).family() == TypeFamily.FLOATING
              ? new DoubleState(scope, DoubleState.Operation.SUM)
              : new SumState(scope);
      case MIN -> value(argument, LongState.Operation.MIN, DoubleState.Operation.MIN);
      case MAX -> value(argument, LongState.Operation.MAX, DoubleState.Operation.MAX);
      case SOME -> value(argument, LongState.Operation.PUT, DoubleState.Operation.PUT);
      case AND -> new LongState(scope, LongState.Operation.AND);
      case OR -> new LongState(scope, LongState.Operation.OR);
      case XOR -> new LongState(scope, LongState.Operation.XOR);
      case VARIANCE -> new VarianceState(scope, inputTypes.get(argument));
      case LAST_VALUE -> value(argument, LongState.Operation.REPLACE, DoubleState.Operation.PUT);
    };
  }

  private State value(
      int argument, LongState.Operation operation, DoubleState.Operation ofDoubles) {
    DataType type = inputTypes.get(argument);
    return switch (type.family()) {
      case BOOLEAN -> new LongState(scope, operation);
      case INTEGRAL ->
          type.fitsLong() ? new LongState(scope, operation) : new Int128State(scope, operation);
      case FLOATING -> new DoubleState(scope, ofDoubles);
      case BYTES -> new BytesState(scope, operation);
    };
  }

  /** Returns whether all values, or all distinct values, of some argument are kept. */
  public boolean keepValues() {
    return !distinctSets.isEmpty() || !kept.isEmpty();
  }

  /** Makes room for groups up to a number. */
  public void reserve(int last) {
    for (Slot slot : slots.values()) {
      slot.state.reserve(last);
      for (State driven : slot.driven) {
        driven.reserve(last);
      }
    }
  }

  /**
   * Forgets everything, and makes room for groups up to a number. It must not be called if {@link
   * #keepValues}, because values that are kept are not forgotten.
   */
  public void clear(int last) {
    for (Slot slot : slots.values()) {
      slot.state.clear(last);
      for (State driven : slot.driven) {
        driven.clear(last);
      }
    }
  }

  /** Adds a batch; {@link #reserve} has made room. */
  public void update(GroupNumbers groups, Batch batch) {
    for (Argument argument : arguments) {
      if (argument != null) {
        argument.point(batch.column(argument.column()), batch.rowCount());
      }
    }
    for (Slot slot : slots.values()) {
      Key key = slot.key;
      GroupNumbers rows = groups;
      if (key.filter >= 0) {
        rows = rows.where(key.filter, batch.column(key.filter));
      }
      if (slot.skipsNulls()) {
        rows = rows.notNull(key.argument, batch.column(key.argument));
      }
      if (key.second >= 0) {
        rows = rows.notNull(key.second, batch.column(key.second));
      }
      Argument argument = key.argument < 0 ? null : arguments[key.argument];
      slot.state.update(rows, argument == null ? none : argument);
    }
    for (DistinctSet set : distinctSets.values()) {
      GroupNumbers rows = groups;
      if (set.filter() >= 0) {
        rows = rows.where(set.filter(), batch.column(set.filter()));
      }
      set.add(rows.ids(), batch.column(set.column()), batch.rowCount());
    }
    kept.add(groups, batch, this::argument);
  }

  /** Adds some groups of another worker, without the values that are kept. */
  public void merge(AggregateStates other, MemorySegment from, MemorySegment to, int count) {
    var others = other.slots.values().iterator();
    for (Slot slot : slots.values()) {
      State theirs = others.next().state;
      if (slot.key.computed == Kind.SOME) {
        mergePresent(slot, other, theirs, from, to, count);
      } else {
        slot.state.merge(theirs, from, to, count);
      }
    }
  }

  /**
   * Merges only the groups that have a value, because any value may be that of a group: none is
   * neutral.
   */
  private void mergePresent(
      Slot slot,
      AggregateStates other,
      State theirs,
      MemorySegment from,
      MemorySegment to,
      int count) {
    Key presence = new Key(Kind.PRESENCE, slot.key.argument, slot.key.filter, false);
    Slot present = other.slots.get(presence);
    if (present == null) {
      throw PacelineException.internal("no presence of column " + slot.key.argument, null);
    }
    PresenceState values = (PresenceState) present.state;
    if (values.all()) {
      slot.state.merge(theirs, from, to, count);
      return;
    }
    MemorySegment keptFrom = presentFrom;
    MemorySegment keptTo = presentTo;
    if (keptFrom == null || keptTo == null) {
      keptFrom = scope.allocateScratch(4L * capacity);
      keptTo = scope.allocateScratch(4L * capacity);
      presentFrom = keptFrom;
      presentTo = keptTo;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int group = State.id(from, i);
      if (values.has(group)) {
        keptFrom.set(JAVA_INT, (long) kept << 2, group);
        keptTo.set(JAVA_INT, (long) kept << 2, State.id(to, i));
        kept++;
      }
    }
    slot.state.merge(theirs, keptFrom, keptTo, kept);
  }

  /** Returns the number of distinct arguments of all groups in hash tables. */
  public long hashedDistinct() {
    return distinctSets.values().stream().mapToLong(DistinctSet::hashed).sum();
  }

  /** Returns the number of values that {@link KeptValues} keep for all groups. */
  public long collectedValues() {
    return kept.size();
  }

  /** Sorts the values that are kept of groups up to a number, for {@link #mergeValues}. */
  public void sortValues(int lastGroup, CancellationToken cancellation) {
    for (DistinctSet set : distinctSets.values()) {
      set.sort(lastGroup, cancellation);
    }
    kept.sort(lastGroup, cancellation);
  }

  /**
   * Adds the values that another worker has kept, which {@link #sortValues} has sorted, and which
   * stay until {@link #finish}.
   *
   * @param ids the 32-bit numbers of the groups of the other worker that are merged here
   * @param mapping the number here of each group of the other worker; 0 if it is not merged here
   */
  public void mergeValues(
      AggregateStates other,
      MemorySegment ids,
      MemorySegment mapping,
      CancellationToken cancellation) {
    var others = other.distinctSets.values().iterator();
    for (DistinctSet set : distinctSets.values()) {
      set.merge(others.next(), ids, mapping, cancellation);
    }
    kept.merge(other.kept, ids, mapping);
  }

  /**
   * Returns the types of the columns that hold the states of groups, without the values that are
   * kept.
   */
  public List<DataType> storedTypes() {
    return states().map(State::storedType).toList();
  }

  /**
   * Writes the states of some groups to columns, for {@link #load}.
   *
   * @param ids the 32-bit numbers of the groups
   * @param first the first of the columns, which have the {@link #storedTypes}
   */
  public void store(MemorySegment ids, int count, Batch out, int first) {
    int column = first;
    for (State state : states().toList()) {
      state.store(ids, count, out.column(column++));
    }
  }

  /** Forgets everything, and reads the states of the groups 1, 2, … from the rows of a batch. */
  public void load(Batch stored, int first) {
    clear(stored.rowCount());
    int column = first;
    for (State state : states().toList()) {
      state.load(stored.column(column++), stored.rowCount());
    }
  }

  private Stream<State> states() {
    return slots.values().stream().flatMap(Slot::states);
  }

  /** Computes the calls whose values are kept; afterwards nothing can be added. */
  public void finish(int lastGroup, CancellationToken cancellation) {
    for (DistinctSet set : distinctSets.values()) {
      set.finish(lastGroup, cancellation);
    }
    kept.finish(lastGroup, cancellation);
  }

  public int resultCount() {
    return results.size();
  }

  public AggregateResult result(int call) {
    return results.get(call);
  }
}
