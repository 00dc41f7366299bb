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
 * <p>In the simulator, to switch by the measured share of the wanted bytes that several scans want
 * (from 10 %, or from 1 %) took up to 13 % longer than this where little is shared: relevance
 * serves the scan that is nearly done first, which helps then, too. A scan that is alone is served
 * in order, with memory that keeps what will be needed soonest: queries that follow each other took
 * up to 29 % less than with LRU.
 *
 * <p>Source: the finding that relevance pays where sharing is possible, and predicted use is as
 * good where it is not (VectorWise thesis 2011, chapters 6 and 7).
 */
public final class AutomaticPolicy implements ScanPolicy {
  private final ScanPolicy alone;
  private final ScanPolicy together;
  private final Set<ScanTable> shared = new HashSet<>();

  /** The number of chunks that a scan reads ahead while it is alone. */
  public static final int READ_AHEAD_ALONE = 30;

  /**
   * @param alone decides while no scans compete for a table
   * @param together decides while some do
   */
  public AutomaticPolicy(ScanPolicy alone, ScanPolicy together) {
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
  public boolean servesShortScansFirst() {
    return true;
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
