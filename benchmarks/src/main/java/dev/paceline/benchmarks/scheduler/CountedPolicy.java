package dev.paceline.benchmarks.scheduler;

import dev.paceline.storage.scan.RegisteredScan;
import dev.paceline.storage.scan.ScanChunk;
import dev.paceline.storage.scan.ScanPolicy;
import dev.paceline.storage.scan.ScanTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts what a policy is asked: what to hand out, what to read, what has to go. */
final class CountedPolicy implements ScanPolicy {
  private final ScanPolicy policy;
  long choices;

  CountedPolicy(ScanPolicy policy) {
    this.policy = policy;
  }

  @Override
  public @Nullable ScanChunk choose(RegisteredScan scan) {
    choices++;
    return policy.choose(scan);
  }

  @Override
  public @Nullable Load chooseLoad(List<RegisteredScan> scans, long orders) {
    choices++;
    return policy.chooseLoad(scans, orders);
  }

  @Override
  public @Nullable Eviction victim(List<ScanTable> tables, @Nullable Load load) {
    choices++;
    return policy.victim(tables, load);
  }

  @Override
  public String name() {
    return policy.name();
  }

  @Override
  public void entered(RegisteredScan scan) {
    policy.entered(scan);
  }

  @Override
  public void left(RegisteredScan scan) {
    policy.left(scan);
  }

  @Override
  public void given(RegisteredScan scan, ScanChunk chunk) {
    policy.given(scan, chunk);
  }

  @Override
  public void idle(ScanChunk chunk, boolean used) {
    policy.idle(chunk, used);
  }

  @Override
  public void busy(ScanChunk chunk) {
    policy.busy(chunk);
  }

  @Override
  public void evicted(ScanChunk chunk, long units) {
    policy.evicted(chunk, units);
  }
}
