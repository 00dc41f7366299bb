package dev.paceline.core.engine;

import dev.paceline.core.sched.admission.ResourceMap;

/**
 * The state of a query, and the work that it has done so far.
 *
 * @param number that {@link Engine#cancel} knows it by
 * @param name its name in errors and statistics
 * @param priority from 1 on
 * @param state what it is doing
 * @param orders work orders that have ended
 * @param busyNanos the time that workers have spent on them
 * @param elapsedNanos from its start until now, or until its end
 * @param progress share of the work that is done, from 0 to 1
 * @param memoryBytes that it holds
 * @param memoryPeakBytes the most that it has held
 * @param temporaryBytes that it has written to temporary files
 * @param scannedBytes of the encoded blocks that its scans needed
 * @param readBytes that were read from files for its scans
 * @param resources that it needs
 */
public record QueryReport(
    long number,
    String name,
    int priority,
    QueryState state,
    long orders,
    long busyNanos,
    long elapsedNanos,
    double progress,
    long memoryBytes,
    long memoryPeakBytes,
    long temporaryBytes,
    long scannedBytes,
    long readBytes,
    ResourceMap resources) {}
