package dev.paceline.storage.table;

/** The ways to open a database. */
public enum OpenMode {
  /** Reads and changes; one process at a time. Creates the database if there is none. */
  READ_WRITE,
  /** Reads only; any number of processes. */
  READ_ONLY
}
