package dev.paceline.benchmarks.simulation.scans;

import dev.paceline.storage.buffer.LeastRecentlyUsed;
import dev.paceline.storage.buffer.LeastRecentlyUsedTwice;
import dev.paceline.storage.buffer.PredictedUse;
import dev.paceline.storage.scan.AutomaticPolicy;
import dev.paceline.storage.scan.ElevatorPolicy;
import dev.paceline.storage.scan.InOrderPolicy;
import dev.paceline.storage.scan.NextUse;
import dev.paceline.storage.scan.RelevancePolicy;
import dev.paceline.storage.scan.ScanPolicy;
import dev.paceline.storage.scan.ScanPolicyKind;
import java.util.function.LongSupplier;

/** The scan policies that simulations compare. */
public enum SimulatedPolicy {
  LRU("LRU", ScanPolicyKind.NORMAL),
  LRU_2("LRU-2", ScanPolicyKind.LRU2),
  PBM("PBM", ScanPolicyKind.PBM),
  ATTACH("attach", ScanPolicyKind.ATTACH),
  ELEVATOR("elevator", ScanPolicyKind.ELEVATOR),
  RELEVANCE("relevance", ScanPolicyKind.RELEVANCE),
  AUTO("auto", ScanPolicyKind.AUTO);

  private static final long PBM_STEP_NANOS = 100_000_000;

  private final String label;
  private final ScanPolicyKind kind;

  SimulatedPolicy(String label, ScanPolicyKind kind) {
    this.label = label;
    this.kind = kind;
  }

  /** Returns the name in tables and charts. */
  public String label() {
    return label;
  }

  /** Returns whether one reader decides for all scans; otherwise each scan requests its chunks. */
  boolean hasOneReader() {
    return this == ELEVATOR || this == RELEVANCE || this == AUTO;
  }

  /** Returns the policy of the engine. */
  ScanPolicyKind kind() {
    return kind;
  }

  /**
   * Creates the policy.
   *
   * @param readAhead the chunks that a scan in table order requests beyond its next one
   * @param clock the virtual time in nanoseconds
   */
  ScanPolicy create(int readAhead, LongSupplier clock) {
    return switch (this) {
      case LRU -> InOrderPolicy.normal(label, readAhead, new LeastRecentlyUsed<>());
      case LRU_2 -> InOrderPolicy.normal(label, readAhead, new LeastRecentlyUsedTwice<>());
      case PBM ->
          InOrderPolicy.normal(
              label, readAhead, new PredictedUse<>(NextUse::seconds, clock, PBM_STEP_NANOS));
      case ATTACH -> InOrderPolicy.attach(readAhead, new LeastRecentlyUsed<>());
      case ELEVATOR -> new ElevatorPolicy();
      case RELEVANCE -> new RelevancePolicy();
      case AUTO ->
          new AutomaticPolicy(
              PBM.create(Math.max(readAhead, AutomaticPolicy.READ_AHEAD_ALONE), clock),
              new RelevancePolicy());
    };
  }
}
