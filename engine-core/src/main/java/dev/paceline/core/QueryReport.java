package dev.paceline.core;

/**
 * What a running query has done so far.
 *
 * @param number that {@link Engine#cancel} knows it by
 * @param name what errors and statistics call it
 * @param priority from 1 on
 * @param orders work orders that have ended
 * @param busyNanos what workers have spent on them
 * @param elapsedNanos since its start
 * @param progress share of the work that is done, from 0 to 1
 * @param memoryBytes that it holds
 */
public record QueryReport(
    long number,
    String name,
    int priority,
    long orders,
    long busyNanos,
    long elapsedNanos,
    double progress,
    long memoryBytes) {}
