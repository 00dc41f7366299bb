package dev.paceline.benchmarks.simulation.scans;

import java.util.List;

/**
 * Queries that run one after the other.
 *
 * @param startSeconds the arrival time of the first query
 * @param queries the queries, in order
 */
public record SimulatedStream(double startSeconds, List<SimulatedQuery> queries) {}
