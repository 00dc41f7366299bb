package dev.paceline.benchmarks.scheduler;

import dev.paceline.benchmarks.simulation.scans.ForwardingPolicy;
import dev.paceline.storage.scan.RegisteredScan;
import dev.paceline.storage.scan.ScanChunk;
import dev.paceline.storage.scan.ScanPolicy;
import dev.paceline.storage.scan.ScanTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts what a policy is asked: what to hand out, what to read, what has to go. */
final class CountedPolicy extends ForwardingPolicy {
  long choices;

  CountedPolicy(ScanPolicy policy) {
    super(policy);
  }

  @Override
  public @Nullable ScanChunk choose(RegisteredScan scan) {
    choices++;
    return super.choose(scan);
  }

  @Override
  public @Nullable Load chooseLoad(List<RegisteredScan> scans, long orders) {
    choices++;
    return super.chooseLoad(scans, orders);
  }

  @Override
  public @Nullable Eviction victim(List<ScanTable> tables, @Nullable Load load) {
    choices++;
    return super.victim(tables, load);
  }
}
