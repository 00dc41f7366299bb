package dev.paceline.core.pipeline;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.expr.series.SeriesCall;
import dev.paceline.core.operator.DiscardSink;
import dev.paceline.core.operator.ExpandStage;
import dev.paceline.core.operator.FilterStage;
import dev.paceline.core.operator.InsertSink;
import dev.paceline.core.operator.LimitStage;
import dev.paceline.core.operator.ProjectStage;
import dev.paceline.core.operator.RowCountStage;
import dev.paceline.core.operator.TableScanSource;
import dev.paceline.core.operator.ValuesSource;
import dev.paceline.core.operator.aggregate.HashAggregate;
import dev.paceline.core.operator.aggregate.SetOperation;
import dev.paceline.core.operator.aggregate.StreamAggregate;
import dev.paceline.core.operator.join.JoinShape;
import dev.paceline.core.operator.join.filter.RuntimeFilterSlot;
import dev.paceline.core.operator.join.hash.HashJoinBuild;
import dev.paceline.core.operator.join.inequality.InequalityBuild;
import dev.paceline.core.operator.join.nested.NestedLoopBuild;
import dev.paceline.core.operator.recursion.RecursionSink;
import dev.paceline.core.operator.shared.SharedRows;
import dev.paceline.core.operator.sort.FirstRanksStage;
import dev.paceline.core.operator.sort.SortSink;
import dev.paceline.core.operator.sort.TopNSink;
import dev.paceline.core.operator.transfer.TransferSink;
import dev.paceline.core.operator.unnest.SeriesSource;
import dev.paceline.core.operator.unnest.UnnestStage;
import dev.paceline.core.operator.window.WindowSink;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.PlanProfile;
import dev.paceline.core.plan.RankLimit;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.scan.ScanCounters;
import dev.paceline.core.scan.ScanTarget.FirstRows;
import dev.paceline.core.scan.SortBound;
import dev.paceline.core.type.DataType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a plan into pipelines: every join build, aggregation, sort, set operation and part that
 * several nodes read ends one, and so do the rows that a hash join's probe or an aggregation takes,
 * unless they are {@linkplain UnitOfTransfer#FUSED fused}. Pipelines come out in an order in which
 * each follows those that it depends on. Used once; not thread-safe.
 */
public final class PipelineBuilder {
  /** How left rows are handed to joins that compare each of them with many right rows. */
  private static final UnitOfTransfer LOOPED_UNIT =
      UnitOfTransfer.ONE.withBlockBytes(UnitOfTransfer.MIN_BLOCK_BYTES);

  private final QueryContext query;
  private final @Nullable PlanProfile profile;
  private final UnitOfTransfer unit;
  private final List<Pipeline> pipelines = new ArrayList<>();
  private final Map<Integer, FilterProducer> filters = new HashMap<>();

  /** The builds of all joins whose left input is being cut, the highest first. */
  private final ArrayDeque<Pipeline> builds = new ArrayDeque<>();

  /** The first rows that are wanted of the scans that are built next. */
  private final Map<PlanNode.TableScan, FirstRows> firstRows = new IdentityHashMap<>();

  /** The rows of the parts of the plan that several nodes read, by these parts. */
  private final Map<PlanNode, SharedPart> shared = new IdentityHashMap<>();

  /** The rows that the last iteration of each recursion added, whose step is being cut. */
  private final Map<Integer, SharedRows> working = new HashMap<>();

  /** The rows of parts of the plan that all iterations of a recursion read, by these parts. */
  private final Map<PlanNode, SharedRows> kept = new IdentityHashMap<>();

  /** The series of which LIMIT takes the first values. */
  private final Set<SeriesCall> orderedSeries = Collections.newSetFromMap(new IdentityHashMap<>());

  private boolean insideStep;

  /** The origin of a runtime filter. */
  private record FilterProducer(RuntimeFilterSlot slot, Pipeline build, SharedState state) {}

  /** Rows that several pipelines read. */
  private record SharedPart(SharedRows rows, Pipeline built, SharedState state) {}

  /**
   * @param profile what counts for every node; null to count nothing
   * @param unit how rows are handed to hash joins and aggregations
   */
  public PipelineBuilder(QueryContext query, @Nullable PlanProfile profile, UnitOfTransfer unit) {
    this.query = query;
    this.profile = profile;
    this.unit = unit.resolved();
  }

  /** Builds all pipelines of a plan whose rows end in the given sink. */
  public List<Pipeline> build(PlanNode plan, Sink result) {
    end(branches(plan), result);
    return List.copyOf(pipelines);
  }

  /**
   * The pipelines, open at their end, that together produce the rows of a node: one, but for UNION
   * ALL and outer joins that have rows from both sides.
   */
  private List<OpenPipeline> branches(PlanNode node) {
    SharedRows rows = kept.get(node);
    if (rows != null) {
      return List.of(new OpenPipeline(rows.newSource()));
    }
    List<OpenPipeline> branches = cut(node);
    if (!(node instanceof PlanNode.Insert)) {
      count(node, branches);
    }
    return branches;
  }

  /** Counts what passes as the rows of a node. */
  private void count(PlanNode node, List<OpenPipeline> branches) {
    if (profile != null) {
      RowCountStage counter = new RowCountStage(profile.rows(node));
      branches.forEach(branch -> branch.append(counter));
    }
  }

  private List<OpenPipeline> cut(PlanNode node) {
    return switch (node) {
      case PlanNode.TableScan scan -> List.of(scan(scan));
      case PlanNode.Values values ->
          List.of(new OpenPipeline(new ValuesSource(values.types(), values.rows())));
      case PlanNode.Filter filter ->
          append(filter.input(), new FilterStage(filter.input().types(), filter.condition()));
      case PlanNode.Project project ->
          append(project.input(), new ProjectStage(project.input().types(), project.expressions()));
      case PlanNode.Expand expand -> append(expand.input(), new ExpandStage(expand));
      case PlanNode.Unnest unnest -> {
        SeriesCall series = unnest.onlySeries();
        yield series == null
            ? append(unnest.input(), new UnnestStage(unnest))
            : List.of(
                new OpenPipeline(new SeriesSource(series, orderedSeries.contains(series), query)));
      }
      case PlanNode.HashJoin join -> hashJoin(join);
      case PlanNode.NestedLoopJoin join -> nestedLoopJoin(join);
      case PlanNode.Aggregate aggregate -> aggregate(aggregate);
      case PlanNode.Sort sort -> sort(sort);
      case PlanNode.Window window -> {
        WindowSink sink = new WindowSink(window, query);
        yield breaker(firstRanks(window), sink, sink.output());
      }
      case PlanNode.Insert insert -> {
        InsertSink sink =
            new InsertSink(insert.target(), PlanRows.areOrdered(insert.input()), query);
        List<OpenPipeline> rows = branches(insert.input());
        count(insert, rows); // what it adds, not the row that it delivers
        yield breaker(rows, sink, sink.output());
      }
      case PlanNode.Shared reader -> shared(reader);
      case PlanNode.Recursion recursion -> recursion(recursion);
      case PlanNode.WorkingRows rows ->
          List.of(new OpenPipeline(requireNonNull(working.get(rows.recursion())).newSource()));
      case PlanNode.UnionAll union -> {
        List<OpenPipeline> all = new ArrayList<>();
        for (PlanNode input : union.inputs()) {
          all.addAll(branches(input));
        }
        yield all;
      }
      case PlanNode.SetOperation operation -> {
        SetOperation state =
            new SetOperation(operation.types(), operation.except(), operation.all(), query);
        Pipeline right = end(branches(operation.right()), state.right());
        List<OpenPipeline> left = branches(operation.left());
        left.forEach(branch -> branch.dependsOn(right));
        Pipeline done = end(left, state.left());
        OpenPipeline output = new OpenPipeline(state.output());
        output.append(state.copies());
        output.dependsOn(done);
        yield List.of(output);
      }
    };
  }

  /** The rows of which window functions are computed. */
  private List<OpenPipeline> firstRanks(PlanNode.Window window) {
    RankLimit limit = window.limit();
    return limit == null || limit.rank() > FirstRanksStage.MAX_RANK
        ? branches(window.input())
        : append(
            window.input(),
            new FirstRanksStage(
                window.input().types(),
                window.partitionKeys(),
                window.orderKeys().subList(0, limit.orderKeys()),
                limit.rank()));
  }

  private List<OpenPipeline> shared(PlanNode.Shared reader) {
    SharedPart part = shared.get(reader.input());
    if (part == null) {
      SharedRows rows = new SharedRows(reader.types(), query);
      part =
          new SharedPart(rows, end(branches(reader.input()), rows), new SharedState(rows::close));
      shared.put(reader.input(), part);
    }
    OpenPipeline output = new OpenPipeline(part.rows().newSource());
    output.reads(part.state());
    output.dependsOn(part.built());
    return List.of(output);
  }

  /**
   * A recursion: parts of its step that do not read its rows are computed once, before the seed;
   * the rest of the step is cut anew for each iteration.
   */
  private List<OpenPipeline> recursion(PlanNode.Recursion recursion) {
    List<SharedRows> constants = new ArrayList<>();
    List<Pipeline> built = new ArrayList<>();
    boolean outside = !insideStep;
    insideStep = true;
    keepConstants(recursion.step(), recursion.number(), constants, built);
    insideStep = !outside;
    Map<PlanNode, SharedRows> keptNow = new IdentityHashMap<>(kept);
    Map<Integer, SharedRows> workingNow = Map.copyOf(working);
    RecursionSink sink =
        new RecursionSink(
            recursion.types(),
            recursion.all(),
            recursion.enough(),
            query,
            (previous, target, part) -> {
              PipelineBuilder builder = new PipelineBuilder(part, profile, UnitOfTransfer.FUSED);
              builder.kept.putAll(keptNow);
              builder.working.putAll(workingNow);
              builder.working.put(recursion.number(), previous);
              builder.insideStep = true;
              return builder.build(recursion.step(), target);
            },
            constants);
    List<OpenPipeline> seed = branches(recursion.seed());
    for (OpenPipeline branch : seed) {
      built.forEach(branch::dependsOn);
    }
    Pipeline done = end(seed, sink);
    OpenPipeline output = new OpenPipeline(sink.output());
    output.reads(new SharedState(sink::close));
    output.dependsOn(done);
    return List.of(output);
  }

  private void keepConstants(
      PlanNode node, int recursion, List<SharedRows> constants, List<Pipeline> built) {
    if (PlanRows.includeWorkingRows(node, recursion)) {
      node.inputs().forEach(input -> keepConstants(input, recursion, constants, built));
    } else if (!kept.containsKey(node)) {
      SharedRows rows = new SharedRows(node.types(), query);
      built.add(end(branches(node), rows));
      kept.put(node, rows);
      constants.add(rows);
    }
  }

  private List<OpenPipeline> aggregate(PlanNode.Aggregate aggregate) {
    PlanNode.Aggregate pairs = DistinctArguments.pairs(aggregate);
    if (pairs != null) {
      HashAggregate ofPairs = newAggregate(DistinctArguments.ofPairs(aggregate, pairs));
      return breaker(aggregate(pairs), ofPairs, ofPairs.output());
    }
    PlanNode input = aggregate.input();
    HashAggregate sink = newAggregate(aggregate);
    if (!streams(aggregate)) {
      return breaker(transferred(input), sink, sink.output());
    }
    List<OpenPipeline> all = new ArrayList<>(append(input, new StreamAggregate(sink)));
    if (profile != null) {
      RowCountStage counter = new RowCountStage(profile.addStream(aggregate));
      all.forEach(branch -> branch.append(counter));
    }
    OpenPipeline merge = new OpenPipeline(new ValuesSource(input.types(), List.of()));
    all.forEach(merge::startsAfter);
    OpenPipeline rest = new OpenPipeline(sink.output());
    rest.follows(merge, sink);
    all.add(rest);
    return all;
  }

  private HashAggregate newAggregate(PlanNode.Aggregate aggregate) {
    PlanNode input = aggregate.input();
    return new HashAggregate(
        input.types(),
        aggregate.keys(),
        ColumnRanges.of(input, aggregate.keys()),
        aggregate.calls(),
        aggregate.expectedGroups(),
        query);
  }

  private boolean streams(PlanNode.Aggregate aggregate) {
    List<DataType> keyTypes =
        Arrays.stream(aggregate.keys()).mapToObj(aggregate.input().types()::get).toList();
    return query.uses(Technique.STREAM)
        && StreamAggregate.supports(keyTypes, aggregate.calls())
        && SortedColumns.contains(aggregate.input(), aggregate.keys()[0]);
  }

  private List<OpenPipeline> hashJoin(PlanNode.HashJoin join) {
    RuntimeFilterSlot[] slots = new RuntimeFilterSlot[join.filterIds().length];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = join.filterIds()[i] < 0 ? null : new RuntimeFilterSlot();
    }
    JoinShape shape =
        new JoinShape(
            join.type(),
            join.left().types(),
            join.right().types(),
            join.residual(),
            join.outputs());
    HashJoinBuild build =
        new HashJoinBuild(
            shape,
            join.leftKeys(),
            join.rightKeys(),
            join.nullsEqual(),
            slots,
            !PlanRows.areOrdered(join.left()),
            query);
    Pipeline built = end(branches(join.right()), build);
    SharedState state = new SharedState(build::close);
    for (int i = 0; i < slots.length; i++) {
      if (slots[i] != null) {
        filters.put(join.filterIds()[i], new FilterProducer(slots[i], built, state));
      }
    }
    builds.addLast(built);
    List<OpenPipeline> left = transferred(join.left());
    builds.removeLast();
    return probe(left, join.type(), built, state, build.probe(), build.rest());
  }

  /**
   * The branches of an operator that takes rows in units of transfer. Where order means something
   * rows must stay in one pipeline, and rows that are in memory already need not be kept again.
   *
   * <p>Producers wait for all builds above them, as they would in one pipeline with the probes: all
   * hash tables first (Maximal Pipeline Sequence, §4.3), so that blocks wait for nothing else.
   */
  private List<OpenPipeline> transferred(PlanNode input) {
    List<OpenPipeline> branches = branches(input);
    if (unit.isFused() || PlanRows.areOrdered(input) || !isProducedByStages(input)) {
      return branches;
    }
    return cut(input, branches, unit);
  }

  private List<OpenPipeline> cut(
      PlanNode input, List<OpenPipeline> branches, UnitOfTransfer unitOfBlocks) {
    for (OpenPipeline branch : branches) {
      builds.forEach(branch::dependsOn);
    }
    TransferSink sink = new TransferSink(input.types(), unitOfBlocks, query);
    end(branches, sink);
    return List.of(new OpenPipeline(sink.output()));
  }

  private boolean isProducedByStages(PlanNode node) {
    return switch (node) {
      case PlanNode.Aggregate aggregate -> streams(aggregate);
      case PlanNode.Sort sort -> sort.keys().isEmpty();
      case PlanNode.Values values -> false;
      case PlanNode.SetOperation operation -> false;
      case PlanNode.Window window -> false;
      case PlanNode.Shared reader -> false;
      case PlanNode.Recursion recursion -> false;
      case PlanNode.WorkingRows rows -> false;
      default -> true;
    };
  }

  private List<OpenPipeline> nestedLoopJoin(PlanNode.NestedLoopJoin join) {
    JoinShape shape =
        new JoinShape(
            join.type(),
            join.left().types(),
            join.right().types(),
            join.condition(),
            join.outputs());
    InequalityBuild sorted = InequalityBuild.of(shape, query);
    if (sorted != null) {
      Pipeline built = end(branches(join.right()), sorted);
      SharedState state = new SharedState(sorted::close);
      return probe(looped(join, built), join.type(), built, state, sorted.probe(), null);
    }
    NestedLoopBuild build = new NestedLoopBuild(shape, query);
    Pipeline built = end(branches(join.right()), build);
    return probe(
        looped(join, built),
        join.type(),
        built,
        new SharedState(build::close),
        build.probe(),
        shape.deliversBuildRows() ? build.buildRows() : null);
  }

  /**
   * The branches of the left side of a join that may do much for each of its rows: small blocks, so
   * that the rows of one morsel of a scan are many orders. Not where a join below may multiply the
   * rows: an order has room for all that it produces, which could then be any amount.
   *
   * @param built the build of the join
   */
  private List<OpenPipeline> looped(PlanNode.NestedLoopJoin join, Pipeline built) {
    PlanNode left = join.left();
    builds.addLast(built);
    List<OpenPipeline> branches = branches(left);
    if (!insideStep
        && !PlanRows.areOrdered(left)
        && isProducedByStages(left)
        && !PlanRows.mayMultiply(left)
        && !PlanRows.areOneAtMost(join.right())) {
      branches = cut(left, branches, LOOPED_UNIT);
    }
    builds.removeLast();
    return branches;
  }

  /**
   * The probe side, which the probe is added to, and what is delivered when it has been consumed.
   *
   * @param state what the build keeps
   * @param rest null for nothing
   */
  private List<OpenPipeline> probe(
      List<OpenPipeline> probes,
      JoinType type,
      Pipeline built,
      SharedState state,
      StageFactory probe,
      @Nullable Source rest) {
    for (OpenPipeline branch : probes) {
      branch.append(probe);
      branch.reads(state);
      branch.dependsOn(built);
    }
    if (rest == null) {
      return probes;
    }
    OpenPipeline last = new OpenPipeline(rest);
    last.reads(state);
    if (!type.deliversLeftColumns()) {
      last.dependsOn(end(probes, new DiscardSink()));
      return List.of(last);
    }
    probes.forEach(last::startsAfter);
    List<OpenPipeline> all = new ArrayList<>(probes);
    all.add(last);
    return all;
  }

  private OpenPipeline scan(PlanNode.TableScan scan) {
    List<TableScanSource.KeyFilter> keyFilters = new ArrayList<>();
    List<Pipeline> builds = new ArrayList<>();
    List<SharedState> states = new ArrayList<>();
    for (PlanNode.KeyFilter keyFilter : scan.keyFilters()) {
      FilterProducer producer = filters.get(keyFilter.filterId());
      if (producer == null && insideStep) {
        continue; // the join above is a part of the step, which runs later
      }
      if (producer == null) {
        throw PacelineException.internal(
            "the scan of "
                + scan.table().name()
                + " wants runtime filter "
                + keyFilter.filterId()
                + " before its join",
            null);
      }
      keyFilters.add(new TableScanSource.KeyFilter(producer.slot()::get, keyFilter.column()));
      builds.add(producer.build());
      states.add(producer.state());
    }
    ScanCounters counters = query.counters().newScan();
    if (profile != null) {
      profile.addScan(scan, counters);
    }
    OpenPipeline pipeline =
        new OpenPipeline(
            new TableScanSource(
                scan.table(),
                scan.columns(),
                scan.predicates(),
                scan.residual(),
                scan.outputs(),
                keyFilters,
                firstRows.remove(scan),
                query,
                counters));
    builds.forEach(pipeline::dependsOn);
    states.forEach(pipeline::reads);
    return pipeline;
  }

  private List<OpenPipeline> sort(PlanNode.Sort sort) {
    if (sort.keys().isEmpty()) {
      PlanRows.firstSeries(sort.input()).ifPresent(orderedSeries::add);
      return append(sort.input(), new LimitStage(sort.offset(), sort.limit()));
    }
    long rows = sort.offset() + sort.limit(); // below 0 if it overflows
    if (sort.limit() >= 0 && rows >= 0 && TopNSink.suits(sort.types(), rows, query)) {
      TopNSink sink =
          new TopNSink(
              sort.types(), sort.keys(), sort.offset(), sort.limit(), boundOfScan(sort), query);
      return breaker(branches(sort.input()), sink, sink.output());
    }
    SortSink sink = new SortSink(sort.types(), sort.keys(), sort.offset(), sort.limit(), query);
    return breaker(branches(sort.input()), sink, sink.output());
  }

  /**
   * Lets the scan that the first key of a sort comes from drop rows that are not among the first;
   * null if there is no such scan.
   */
  private @Nullable SortBound boundOfScan(PlanNode.Sort sort) {
    SortKey key = sort.keys().getFirst();
    DataType type = sort.types().get(key.column());
    if (!SortBound.supports(type)) {
      return null;
    }
    ScannedColumn source = ScannedColumn.of(sort.input(), key.column());
    if (source == null) {
      return null;
    }
    SortBound bound = new SortBound(type, key.descending(), key.nullsFirst());
    firstRows.put(source.scan(), new FirstRows(source.column(), bound));
    return bound;
  }

  private List<OpenPipeline> append(PlanNode input, StageFactory stage) {
    List<OpenPipeline> branches = branches(input);
    for (OpenPipeline branch : branches) {
      branch.append(stage);
    }
    return branches;
  }

  private List<OpenPipeline> breaker(List<OpenPipeline> inputs, Sink sink, Source output) {
    Pipeline done = end(inputs, sink);
    OpenPipeline next = new OpenPipeline(output);
    next.dependsOn(done);
    return List.of(next);
  }

  /** Ends branches in a sink; returns the last of them: when it is complete, all are. */
  private Pipeline end(List<OpenPipeline> branches, Sink sink) {
    Pipeline last = null;
    for (OpenPipeline branch : branches) {
      branch.endPrevious(this::end);
      last = branch.end(pipelines.size(), sink);
      pipelines.add(last);
    }
    if (last == null) {
      throw PacelineException.internal("a plan without branches", null);
    }
    return last;
  }
}
