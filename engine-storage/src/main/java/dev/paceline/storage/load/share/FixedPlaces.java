package dev.paceline.storage.load.share;

/**
 * The places of chunks that the file itself tells, so that each can be read without the others.
 *
 * @param certain the number of chunks
 */
record FixedPlaces(int certain) implements ChunkPlaces {
  @Override
  public void forgetUncertain() {}
}
