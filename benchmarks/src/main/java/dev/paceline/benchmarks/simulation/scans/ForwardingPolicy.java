package dev.paceline.benchmarks.simulation.scans;

import dev.paceline.storage.scan.RegisteredScan;
import dev.paceline.storage.scan.ScanChunk;
import dev.paceline.storage.scan.ScanPolicy;
import dev.paceline.storage.scan.ScanTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Forwards every decision to another policy, unless a subclass overrides it. */
public abstract class ForwardingPolicy implements ScanPolicy {
  private final ScanPolicy policy;

  /** Forwards to the given policy. */
  protected ForwardingPolicy(ScanPolicy policy) {
    this.policy = policy;
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
  public boolean keepsTableOrder() {
    return policy.keepsTableOrder();
  }

  @Override
  public boolean servesShortScansFirst() {
    return policy.servesShortScansFirst();
  }

  @Override
  public void left(RegisteredScan scan) {
    policy.left(scan);
  }

  @Override
  public @Nullable ScanChunk choose(RegisteredScan scan) {
    return policy.choose(scan);
  }

  @Override
  public void given(RegisteredScan scan, ScanChunk chunk) {
    policy.given(scan, chunk);
  }

  @Override
  public @Nullable Load chooseLoad(List<RegisteredScan> scans, long orders) {
    return policy.chooseLoad(scans, orders);
  }

  @Override
  public @Nullable Eviction victim(List<ScanTable> tables, @Nullable Load load) {
    return policy.victim(tables, load);
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
