package dev.paceline.storage.scan;

import dev.paceline.storage.buffer.LeastRecentlyUsed;
import dev.paceline.storage.buffer.LeastRecentlyUsedTwice;
import dev.paceline.storage.buffer.PredictedUse;
import dev.paceline.storage.buffer.TwoPriorities;
import java.util.function.LongSupplier;

/** All policies, for tests that hold for each. */
enum PolicyKind {
  LRU,
  LRU_2,
  TWO_PRIORITIES,
  PBM,
  ATTACH,
  ELEVATOR,
  RELEVANCE;

  ScanPolicy create(int readAhead, LongSupplier clock, long stepNanos) {
    return switch (this) {
      case LRU -> InOrderPolicy.normal("LRU", readAhead, new LeastRecentlyUsed<>());
      case LRU_2 -> InOrderPolicy.normal("LRU-2", readAhead, new LeastRecentlyUsedTwice<>());
      case TWO_PRIORITIES ->
          InOrderPolicy.normal(
              "two", readAhead, new TwoPriorities<>(unit -> unit.chunk().ordinal() % 3 == 0));
      case PBM ->
          InOrderPolicy.normal(
              "PBM", readAhead, new PredictedUse<>(NextUse::seconds, clock, stepNanos));
      case ATTACH -> InOrderPolicy.attach(readAhead, new LeastRecentlyUsed<>());
      case ELEVATOR -> new ElevatorPolicy();
      case RELEVANCE -> new RelevancePolicy();
    };
  }
}
