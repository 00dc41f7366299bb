package dev.paceline.storage.scan.simulate;

import dev.paceline.storage.scan.RegisteredScan;
import dev.paceline.storage.scan.ScanChunk;
import dev.paceline.storage.scan.ScanPolicy;
import dev.paceline.storage.scan.ScanTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another policy, but that the device serves the scan that came first as long as it misses
 * anything.
 */
final class FirstScanFirst implements ScanPolicy {
  private final ScanPolicy other;

  FirstScanFirst(ScanPolicy other) {
    this.other = other;
  }

  @Override
  public String name() {
    return other.name() + ", first scan first";
  }

  @Override
  public @Nullable Load chooseLoad(List<RegisteredScan> scans, long orders) {
    for (RegisteredScan scan : scans) {
      Load load = other.chooseLoad(List.of(scan), orders);
      if (load != null) {
        return load;
      }
    }
    return null;
  }

  @Override
  public void entered(RegisteredScan scan) {
    other.entered(scan);
  }

  @Override
  public void left(RegisteredScan scan) {
    other.left(scan);
  }

  @Override
  public @Nullable ScanChunk choose(RegisteredScan scan) {
    return other.choose(scan);
  }

  @Override
  public void given(RegisteredScan scan, ScanChunk chunk) {
    other.given(scan, chunk);
  }

  @Override
  public @Nullable Eviction victim(List<ScanTable> tables, @Nullable Load load) {
    return other.victim(tables, load);
  }

  @Override
  public void idle(ScanChunk chunk, boolean used) {
    other.idle(chunk, used);
  }

  @Override
  public void busy(ScanChunk chunk) {
    other.busy(chunk);
  }

  @Override
  public void evicted(ScanChunk chunk, long units) {
    other.evicted(chunk, units);
  }
}
