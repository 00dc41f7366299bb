package dev.paceline.storage.scan;

import java.util.ArrayList;
import java.util.List;

/**
 * A table in a state that a test sets by hand: first what is in memory and on its way, then the
 * scans. Units 0, 1, 2 of a chunk take 10, 20, 40 bytes.
 */
final class PolicyState {
  static final long NARROW = 0b001;
  static final long MIDDLE = 0b010;
  static final long WIDE = 0b100;
  private static final int ROWS = 100;

  final ScanTable table;
  final List<ScanChunk> chunks = new ArrayList<>();
  final List<RegisteredScan> scans = new ArrayList<>();

  PolicyState(int chunkCount) {
    this("t", chunkCount);
  }

  PolicyState(String name, int chunkCount) {
    table = new ScanTable(name);
    for (int ordinal = 0; ordinal < chunkCount; ordinal++) {
      chunks.add(new ScanChunk(table, ordinal, ROWS, new long[] {10, 20, 40}));
    }
  }

  ScanChunk chunk(int ordinal) {
    return chunks.get(ordinal);
  }

  PolicyState resident(int ordinal, long units) {
    chunk(ordinal).resident = units;
    return this;
  }

  PolicyState loading(int ordinal, long units) {
    chunk(ordinal).loading = units;
    return this;
  }

  /** A scan that still wants these chunks. */
  RegisteredScan scan(long units, int... ordinals) {
    return scan(false, units, ordinals);
  }

  RegisteredScan orderedScan(long units, int... ordinals) {
    return scan(true, units, ordinals);
  }

  private RegisteredScan scan(boolean ordered, long units, int... ordinals) {
    List<ScanChunk> wanted = new ArrayList<>();
    for (int ordinal : ordinals) {
      wanted.add(chunk(ordinal));
    }
    return enter(new RegisteredScan(table, units, ordered, wanted));
  }

  /** Gives a scan of this table its slot. */
  RegisteredScan enter(RegisteredScan scan) {
    scans.add(scan);
    scan.enter(table.enter(scan), scans.size());
    scan.announce(Integer.MAX_VALUE);
    settle();
    return scan;
  }

  /** Ends the registration of a scan of this table. */
  void leave(RegisteredScan scan) {
    scan.forget();
    table.forget(scan);
    scan.takeBack(Integer.MAX_VALUE);
    scan.leave();
    table.leave(scan);
    scan.freeSlot();
    scans.remove(scan);
    settle();
  }

  /** Classes, and who starves, after a change by hand. */
  void settle() {
    chunks.forEach(table.classes()::place);
    scans.forEach(table::refresh);
  }

  /** Puts a chunk into a class of its own, as if one more scan wanted it, of other columns. */
  void setApart(int ordinal) {
    chunk(ordinal).interest |= 1L << 63 - ordinal;
    settle();
  }

  /** The scan was refused a chunk. */
  void waits(RegisteredScan scan) {
    scan.waitingSince = 1;
  }
}
