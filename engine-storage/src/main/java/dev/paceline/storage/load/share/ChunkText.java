package dev.paceline.storage.load.share;

/** The text from which all columns of a chunk are parsed. Immutable once it is shared. */
public interface ChunkText {}
