package dev.paceline.storage.load.share;

/** The known places where the chunks of a file begin. Thread-safe. */
public interface ChunkPlaces {
  /**
   * Returns the number of chunks, from the first one on, that were read and begin where the ones
   * before them end.
   */
  int certain();

  /** Forgets all that is not certain. Called while no scan reads. */
  void forgetUncertain();
}
