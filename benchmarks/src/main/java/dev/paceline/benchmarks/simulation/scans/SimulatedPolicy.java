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
  LRU("LRU"),
  LRU_2("LRU-2"),
  PBM("PBM"),
  ATTACH("attach"),
  ELEVATOR("elevator"),
  RELEVANCE("relevance"),
  AUTO("auto");

  private static final long PBM_STEP_NANOS = 100_000_000;

  private final String label;

  SimulatedPolicy(String label) {
    this.label = label;
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
    return switch (this) {
      case LRU -> ScanPolicyKind.NORMAL;
      case LRU_2 -> ScanPolicyKind.LRU2;
      case PBM -> ScanPolicyKind.PBM;
      case ATTACH -> ScanPolicyKind.ATTACH;
      case ELEVATOR -> ScanPolicyKind.ELEVATOR;
      case RELEVANCE -> ScanPolicyKind.RELEVANCE;
      case AUTO -> ScanPolicyKind.AUTO;
    };
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
