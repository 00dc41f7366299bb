package dev.paceline.storage.scan;

import dev.paceline.storage.buffer.ReadDepth;
import java.util.ArrayList;
import java.util.List;

/**
 * The blocks in memory and the scans of a database at one moment.
 *
 * @param capacityBytes that all blocks may take together
 * @param usedBytes of the blocks that are in memory or on their way
 * @param reads units read since the database was opened
 * @param readBytes of these units in their files, where blocks are packed
 * @param evictions units that had to go since then
 * @param readDepth reads that the device is given at a time
 * @param readsUnderWay of them now
 * @param requests reads since the database was opened; one may have got several units
 * @param requestSeconds how long they took, added up
 * @param bytesPerSecond that it reads with that number of reads at a time; 0 if not measured
 * @param sharing what the scans still want, by the number of scans that want it
 * @param scans longest registered first
 * @param chunks that are in memory, on their way, or wanted
 */
public record BufferReport(
    ScanPolicyKind policy,
    long capacityBytes,
    long usedBytes,
    long reads,
    long readBytes,
    long evictions,
    int readDepth,
    int readsUnderWay,
    long requests,
    double requestSeconds,
    double bytesPerSecond,
    SharingPotential sharing,
    List<Scan> scans,
    List<Chunk> chunks) {
  public BufferReport {
    scans = List.copyOf(scans);
    chunks = List.copyOf(chunks);
  }

  /**
   * A registered scan.
   *
   * @param number that no other scan of the database has
   * @param chunks that it wanted in the beginning
   * @param chunksLeft that it has not been given yet
   * @param chunksInUse that it was given and has not given back
   * @param chunksAvailable that it could take now
   * @param chunksShared that it was given without having caused their load
   * @param rowsPerSecond 0 before the first chunk
   */
  public record Scan(
      long number,
      String table,
      int columns,
      int chunks,
      int chunksLeft,
      int chunksInUse,
      int chunksAvailable,
      long chunksShared,
      boolean waiting,
      double rowsPerSecond) {}

  /**
   * A row group.
   *
   * @param blocksResident in memory; neighbours count as one in tables of more than 64 columns
   * @param blocksLoading on their way
   * @param residentBytes of those in memory
   * @param scansWanting that have not been given it yet
   * @param users orders that work on it
   */
  public record Chunk(
      String table,
      int ordinal,
      int rows,
      int blocksResident,
      int blocksLoading,
      long residentBytes,
      int scansWanting,
      int users) {}

  static BufferReport of(
      ScanPolicyKind policy, ScanScheduler scheduler, long readBytes, ReadDepth depth) {
    List<Scan> scans = new ArrayList<>();
    for (RegisteredScan scan : scheduler.scans()) {
      scans.add(
          new Scan(
              scan.number(),
              scan.table.toString(),
              Long.bitCount(scan.units),
              scan.chunkCount(),
              scan.needed(),
              scan.inUse,
              scan.available(),
              scan.chunksShared(),
              scan.waitingSince != RegisteredScan.NOT_WAITING,
              scan.speed()));
    }
    List<Chunk> chunks = new ArrayList<>();
    for (ScanTable table : scheduler.tables()) {
      ChunkClasses classes = table.classes();
      for (int i = 0; i < classes.count(); i++) {
        for (ScanChunk chunk = classes.get(i).head; chunk != null; chunk = chunk.next) {
          chunks.add(
              new Chunk(
                  table.toString(),
                  chunk.ordinal,
                  chunk.rows,
                  Long.bitCount(chunk.resident),
                  Long.bitCount(chunk.loading),
                  chunk.bytes(chunk.resident),
                  Long.bitCount(chunk.interest),
                  chunk.pins));
        }
      }
    }
    return new BufferReport(
        policy,
        scheduler.capacity(),
        scheduler.usedBytes(),
        scheduler.loads(),
        readBytes,
        scheduler.evictions(),
        depth.depth(),
        depth.underWay(),
        depth.requests(),
        depth.requestSeconds(),
        depth.bestBytesPerSecond(),
        SharingPotential.of(scheduler.tables()),
        scans,
        chunks);
  }
}
