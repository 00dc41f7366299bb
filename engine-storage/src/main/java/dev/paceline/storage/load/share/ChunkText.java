package dev.paceline.storage.load.share;

/** What all columns of a chunk are parsed from. Immutable once it is shared. */
public interface ChunkText {}
