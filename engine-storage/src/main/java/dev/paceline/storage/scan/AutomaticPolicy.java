package dev.paceline.storage.scan;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Leaves the decisions to one policy while no table is scanned by more than one query, and to
 * another while several scan some table at the same time and may share what is read. Both are told
 * of every event, so that either can take over at any moment.
 *
 * <p>Source: the finding that relevance pays where sharing is possible, and a plain scan is as good
 * where it is not (VectorWise thesis 2011, chapter 6; digest F57).
 */
final class AutomaticPolicy implements ScanPolicy {
  private final ScanPolicy alone;
  private final ScanPolicy together;
  private final Set<ScanTable> shared = new HashSet<>();

  AutomaticPolicy(ScanPolicy alone, ScanPolicy together) {
    this.alone = alone;
    this.together = together;
  }

  private ScanPolicy current() {
    return shared.isEmpty() ? alone : together;
  }

  @Override
  public String name() {
    return "auto";
  }

  @Override
  public void entered(RegisteredScan scan) {
    alone.entered(scan);
    together.entered(scan);
    if (scan.table.queryCount() > 1) {
      shared.add(scan.table);
    }
  }

  @Override
  public void left(RegisteredScan scan) {
    alone.left(scan);
    together.left(scan);
    if (scan.table.queryCount() < 2) {
      shared.remove(scan.table);
    }
  }

  @Override
  public @Nullable ScanChunk choose(RegisteredScan scan) {
    return current().choose(scan);
  }

  @Override
  public void given(RegisteredScan scan, ScanChunk chunk) {
    alone.given(scan, chunk);
    together.given(scan, chunk);
  }

  @Override
  public @Nullable Load chooseLoad(List<RegisteredScan> scans, long orders) {
    return current().chooseLoad(scans, orders);
  }

  @Override
  public @Nullable Eviction victim(List<ScanTable> tables, @Nullable Load load) {
    return current().victim(tables, load);
  }

  @Override
  public void idle(ScanChunk chunk, boolean used) {
    alone.idle(chunk, used);
    together.idle(chunk, used);
  }

  @Override
  public void evicted(ScanChunk chunk, long units) {
    alone.evicted(chunk, units);
    together.evicted(chunk, units);
  }

  @Override
  public void busy(ScanChunk chunk) {
    alone.busy(chunk);
    together.busy(chunk);
  }
}
