package dev.paceline.benchmarks.simulation.scans;

import dev.paceline.storage.scan.RegisteredScan;
import dev.paceline.storage.scan.ScanPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A policy that loads chunks for the scan that registered first as long as that scan misses any,
 * and otherwise follows another policy.
 */
final class FirstScanFirst extends ForwardingPolicy {
  FirstScanFirst(ScanPolicy policy) {
    super(policy);
  }

  @Override
  public String name() {
    return super.name() + ", first scan first";
  }

  @Override
  public @Nullable Load chooseLoad(List<RegisteredScan> scans, long orders) {
    for (RegisteredScan scan : scans) {
      Load load = super.chooseLoad(List.of(scan), orders);
      if (load != null) {
        return load;
      }
    }
    return null;
  }
}
