package dev.paceline.calcite.plan;

import static java.util.Objects.requireNonNull;

import dev.paceline.calcite.rel.SharedPlan;
import dev.paceline.calcite.rel.SharedRead;
import dev.paceline.calcite.rex.Determinism;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexVisitorImpl;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of a query that occur several times, as those of a common table expression do
 * that is named more than once, and makes each of them one {@link SharedPlan}. Only parts that
 * aggregate rows of tables, compare sets of them, or compute window functions over them, are
 * shared: they have fewer rows than they read, while it costs as much to keep the rows of other
 * parts as to make them again.
 *
 * <p>Equal parts are found as in a compiler's elimination of common subexpressions: each expression
 * is looked up by its structure, which turns the tree into a graph, and a part that two others
 * refer to is shared. Parts of a shared part occur once then.
 */
final class CommonPlans {
  private final RelNode query;
  private final Map<Structure, Part> parts = new HashMap<>();

  /**
   * @param query as the converter made it, with sub-queries in its expressions
   */
  CommonPlans(RelNode query) {
    this.query = query;
  }

  /**
   * Compares plans by their text: two objects with the same text are equal. A plan that is not
   * deterministic equals only itself.
   */
  private static final class Structure {
    private final RelNode rel;
    private final int hash;
    private final boolean deterministic;

    Structure(RelNode rel) {
      this.rel = rel;
      this.hash = rel.deepHashCode();
      this.deterministic = Determinism.isDeterministic(rel);
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(@Nullable Object other) {
      return other instanceof Structure structure
          && (rel == structure.rel || deterministic && rel.deepEquals(structure.rel));
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /** An expression of the graph. */
  private static final class Part {
    private boolean mayBeShared;

    /** The expressions that have it as an input, or in a sub-query. */
    private int users;

    private @Nullable SharedPlan plan;

    Part(boolean mayBeShared) {
      this.mayBeShared = mayBeShared;
    }
  }

  /**
   * Replaces common parts of the query by a {@link SharedRead} for each occurrence.
   *
   * @param plans gets the common parts, each before those that it reads
   * @return the query itself if it has no common parts
   */
  RelNode share(List<SharedPlan> plans) {
    for (Part part : parts.values()) {
      part.users = 0;
      part.plan = null;
    }
    count(query);
    if (parts.values().stream().noneMatch(part -> part.mayBeShared && part.users > 1)) {
      return query;
    }
    SequencedSet<SharedPlan> found = new LinkedHashSet<>();
    RelNode rewritten = rewrite(query, found);
    List<SharedPlan> ordered = new ArrayList<>();
    for (SharedPlan plan : found) {
      addBeforeThoseItReads(plan, ordered);
    }
    plans.addAll(ordered.reversed());
    return rewritten;
  }

  /**
   * Makes {@link #share} leave a part where it is, and what it is made of, up to the next join: the
   * same reasons hold for that.
   */
  void exclude(SharedPlan plan) {
    for (Map.Entry<Structure, Part> entry : parts.entrySet()) {
      if (plan.equals(entry.getValue().plan)) {
        entry.getValue().mayBeShared = false;
        excludeInput(entry.getKey().rel);
      }
    }
  }

  private void excludeInput(RelNode rel) {
    Part input = rel.getInputs().size() == 1 ? parts.get(new Structure(rel.getInput(0))) : null;
    if (input != null && input.users == 1) {
      input.mayBeShared = false;
      excludeInput(rel.getInput(0));
    }
  }

  /** Collects plans in the reverse order: behind those that they read. */
  private static void addBeforeThoseItReads(SharedPlan plan, List<SharedPlan> ordered) {
    if (ordered.contains(plan)) {
      return;
    }
    new Readers(read -> addBeforeThoseItReads(read.plan(), ordered)).go(plan.logical());
    ordered.add(plan);
  }

  private void count(RelNode rel) {
    Part part = parts.computeIfAbsent(new Structure(rel), key -> new Part(isWorthSharing(rel)));
    part.users++;
    if (part.users > 1 && part.mayBeShared) {
      return;
    }
    rel.getInputs().forEach(this::count);
    rel.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            count(subQuery.rel);
            return super.visitSubQuery(subQuery);
          }
        });
  }

  private RelNode rewrite(RelNode rel, Set<SharedPlan> found) {
    Part part = requireNonNull(parts.get(new Structure(rel)));
    if (part.users < 2 || !part.mayBeShared) {
      return rewriteInputs(rel, found);
    }
    SharedPlan plan = part.plan;
    if (plan == null) {
      plan = new SharedPlan(found.size() + 1, rel);
      part.plan = plan;
      found.add(plan);
      plan.setLogical(rewriteInputs(rel, found));
    }
    return new SharedRead(plan);
  }

  private RelNode rewriteInputs(RelNode rel, Set<SharedPlan> found) {
    List<RelNode> inputs = rel.getInputs().stream().map(input -> rewrite(input, found)).toList();
    RelNode copy = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    return copy.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            RelNode rewritten = rewrite(subQuery.rel, found);
            RexNode visited = super.visitSubQuery(subQuery);
            return rewritten.equals(subQuery.rel)
                ? visited
                : ((RexSubQuery) visited).clone(rewritten);
          }
        });
  }

  /**
   * Returns whether several users of a plan share its rows. They do if the plan aggregates tables,
   * compares sets of their rows or has window functions over them, because sharing saves work then,
   * and if it gives other rows at each execution: such a plan belongs to a common table expression,
   * whose users must see the same rows.
   */
  private static boolean isWorthSharing(RelNode rel) {
    if (!RelOptUtil.getVariablesUsed(rel).isEmpty()) {
      return false;
    }
    Traits traits = new Traits();
    rel.accept(traits);
    return !traits.deterministic || traits.digests && traits.readsTables;
  }

  /** The traits of an expression, with its sub-queries. */
  private static final class Traits extends RelHomogeneousShuttle {
    private boolean digests;
    private boolean readsTables;
    private boolean deterministic = true;

    private final RexVisitorImpl<Void> expressions =
        new RexVisitorImpl<>(true) {
          @Override
          public Void visitCall(RexCall call) {
            deterministic &= call.getOperator().isDeterministic();
            return super.visitCall(call);
          }

          @Override
          public Void visitOver(RexOver over) {
            digests = true;
            return super.visitOver(over);
          }

          @Override
          public Void visitSubQuery(RexSubQuery subQuery) {
            subQuery.rel.accept(Traits.this);
            return super.visitSubQuery(subQuery);
          }
        };

    @Override
    public RelNode visit(RelNode rel) {
      digests |=
          rel instanceof Aggregate
              || rel instanceof SetOp set && !(set instanceof Union && set.all);
      readsTables |= rel instanceof TableScan || rel instanceof SharedRead;
      switch (rel) {
        case Filter filter -> filter.getCondition().accept(expressions);
        case Join join -> join.getCondition().accept(expressions);
        case Project project -> expressions.visitEach(project.getProjects());
        default -> {}
      }
      return super.visit(rel);
    }
  }
}
