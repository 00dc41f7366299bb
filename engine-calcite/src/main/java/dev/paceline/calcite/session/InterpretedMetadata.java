package dev.paceline.calcite.session;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;

/**
 * Calcite's metadata without generated code: its usual provider writes, compiles and loads a class
 * for every kind of metadata, which is most of the time of the first statement of a process. Our
 * planner asks little of it. Thread-safe.
 */
final class InterpretedMetadata implements MetadataHandlerProvider {
  private static final InterpretedMetadata INSTANCE = new InterpretedMetadata();

  private final MetadataHandlerProvider handlers =
      new ProxyingMetadataHandlerProvider(DefaultRelMetadataProvider.INSTANCE);
  private final Map<Class<?>, MetadataHandler<?>> made = new ConcurrentHashMap<>();

  private InterpretedMetadata() {}

  /** A new query, for one statement. */
  static RelMetadataQuery newQuery() {
    return new RelMetadataQuery(INSTANCE);
  }

  @Override
  public <M extends MetadataHandler<?>> M handler(Class<M> kind) {
    return kind.cast(made.computeIfAbsent(kind, absent -> handlers.handler(kind)));
  }
}
