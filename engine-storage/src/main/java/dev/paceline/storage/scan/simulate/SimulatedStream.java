package dev.paceline.storage.scan.simulate;

import java.util.List;

/**
 * Queries that run one after the other.
 *
 * @param startSeconds when the first one comes
 */
public record SimulatedStream(double startSeconds, List<SimulatedQuery> queries) {}
