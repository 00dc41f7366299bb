package dev.paceline.calcite.metadata;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ArrowSet;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Stand-ins for the metadata handlers that answer more than one question, and that no lambda can
 * stand in for. Each asks for the handler that does the work at every question.
 */
final class DelayedHandlers {
  private DelayedHandlers() {}

  /** The stand-in for {@link BuiltInMetadata.FunctionalDependency.Handler}. */
  record FunctionalDependency(Supplier<BuiltInMetadata.FunctionalDependency.Handler> handler)
      implements BuiltInMetadata.FunctionalDependency.Handler {
    @Override
    public @Nullable Boolean determines(RelNode rel, RelMetadataQuery query, int key, int column) {
      return handler.get().determines(rel, query, key, column);
    }

    @Override
    public @Nullable Boolean determinesSet(
        RelNode rel, RelMetadataQuery query, ImmutableBitSet keys, ImmutableBitSet columns) {
      return handler.get().determinesSet(rel, query, keys, columns);
    }

    @Override
    public @Nullable ImmutableBitSet dependents(
        RelNode rel, RelMetadataQuery query, ImmutableBitSet keys) {
      return handler.get().dependents(rel, query, keys);
    }

    @Override
    public @Nullable Set<ImmutableBitSet> determinants(
        RelNode rel, RelMetadataQuery query, ImmutableBitSet columns) {
      return handler.get().determinants(rel, query, columns);
    }

    @Override
    public @Nullable ArrowSet getFDs(RelNode rel, RelMetadataQuery query) {
      return handler.get().getFDs(rel, query);
    }
  }

  /** The stand-in for {@link BuiltInMetadata.Measure.Handler}. */
  record Measure(Supplier<BuiltInMetadata.Measure.Handler> handler)
      implements BuiltInMetadata.Measure.Handler {
    @Override
    public @Nullable Boolean isMeasure(RelNode rel, RelMetadataQuery query, int column) {
      return handler.get().isMeasure(rel, query, column);
    }

    @Override
    public @Nullable RexNode expand(
        RelNode rel, RelMetadataQuery query, int column, BuiltInMetadata.Measure.Context context) {
      return handler.get().expand(rel, query, column, context);
    }
  }

  /** The stand-in for {@link BuiltInMetadata.Memory.Handler}. */
  record Memory(Supplier<BuiltInMetadata.Memory.Handler> handler)
      implements BuiltInMetadata.Memory.Handler {
    @Override
    public @Nullable Double memory(RelNode rel, RelMetadataQuery query) {
      return handler.get().memory(rel, query);
    }

    @Override
    public @Nullable Double cumulativeMemoryWithinPhase(RelNode rel, RelMetadataQuery query) {
      return handler.get().cumulativeMemoryWithinPhase(rel, query);
    }

    @Override
    public @Nullable Double cumulativeMemoryWithinPhaseSplit(RelNode rel, RelMetadataQuery query) {
      return handler.get().cumulativeMemoryWithinPhaseSplit(rel, query);
    }
  }

  /** The stand-in for {@link BuiltInMetadata.Parallelism.Handler}. */
  record Parallelism(Supplier<BuiltInMetadata.Parallelism.Handler> handler)
      implements BuiltInMetadata.Parallelism.Handler {
    @Override
    public @Nullable Boolean isPhaseTransition(RelNode rel, RelMetadataQuery query) {
      return handler.get().isPhaseTransition(rel, query);
    }

    @Override
    public @Nullable Integer splitCount(RelNode rel, RelMetadataQuery query) {
      return handler.get().splitCount(rel, query);
    }
  }

  /** The stand-in for {@link BuiltInMetadata.Size.Handler}. */
  record Size(Supplier<BuiltInMetadata.Size.Handler> handler)
      implements BuiltInMetadata.Size.Handler {
    @Override
    public @Nullable Double averageRowSize(RelNode rel, RelMetadataQuery query) {
      return handler.get().averageRowSize(rel, query);
    }

    @Override
    public @Nullable List<@Nullable Double> averageColumnSizes(
        RelNode rel, RelMetadataQuery query) {
      return handler.get().averageColumnSizes(rel, query);
    }
  }
}
