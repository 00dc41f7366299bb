package dev.paceline.storage.scan;

/**
 * How the buffer pool of a database is used.
 *
 * @param capacityBytes the most bytes that all blocks together may take
 * @param usedBytes the bytes of the blocks that are in memory or being read
 * @param reads the number of units read since the database was opened
 * @param readBytes the bytes read for these units, as packed in their files
 * @param evictions the number of units evicted since the database was opened
 * @param readDepth the number of reads given to the device at a time
 * @param readsUnderWay the number of reads that the device is working on now
 * @param bytesPerSecond the throughput measured at this depth; 0 if it was not measured
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
