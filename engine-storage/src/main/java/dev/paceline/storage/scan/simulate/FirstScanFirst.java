package dev.paceline.storage.scan.simulate;

import dev.paceline.storage.scan.ForwardingPolicy;
import dev.paceline.storage.scan.RegisteredScan;
import dev.paceline.storage.scan.ScanPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another policy, but that the device serves the scan that came first as long as it misses
 * anything.
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
