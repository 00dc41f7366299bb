package dev.paceline.storage.scan;

/**
 * How the buffer pool of a database is used.
 *
 * @param capacityBytes that all blocks may take together
 * @param usedBytes of the blocks that are in memory or on their way
 * @param reads units read since the database was opened
 * @param readBytes of these units in their files, where blocks are packed
 * @param evictions units that had to go since then
 * @param readDepth reads that the device is given at a time
 * @param readsUnderWay of them now
 * @param bytesPerSecond that it reads with so many at a time; 0 if not measured
 */
public record BufferUse(
    ScanPolicyKind policy,
    long capacityBytes,
    long usedBytes,
    long reads,
    long readBytes,
    long evictions,
    int readDepth,
    int readsUnderWay,
    double bytesPerSecond) {}
