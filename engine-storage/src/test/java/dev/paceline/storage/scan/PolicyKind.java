package dev.paceline.storage.scan;

import dev.paceline.storage.buffer.LeastRecentlyUsed;
import dev.paceline.storage.buffer.LeastRecentlyUsedTwice;
import dev.paceline.storage.buffer.PredictedUse;
import java.util.function.LongSupplier;

/** All policies, for tests that hold for each. */
enum PolicyKind {
  LRU,
  LRU_2,
  PBM,
  ATTACH,
  ELEVATOR,
  RELEVANCE,
  AUTO;

  ScanPolicy create(int readAhead, LongSupplier clock, long stepNanos) {
    return switch (this) {
      case LRU -> InOrderPolicy.normal("LRU", readAhead, new LeastRecentlyUsed<>());
      case LRU_2 -> InOrderPolicy.normal("LRU-2", readAhead, new LeastRecentlyUsedTwice<>());
      case PBM ->
          InOrderPolicy.normal(
              "PBM", readAhead, new PredictedUse<>(NextUse::seconds, clock, stepNanos));
      case ATTACH -> InOrderPolicy.attach(readAhead, new LeastRecentlyUsed<>());
      case ELEVATOR -> new ElevatorPolicy();
      case RELEVANCE -> new RelevancePolicy();
      case AUTO ->
          new AutomaticPolicy(PBM.create(readAhead, clock, stepNanos), new RelevancePolicy());
    };
  }
}
