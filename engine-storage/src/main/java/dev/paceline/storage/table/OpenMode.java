package dev.paceline.storage.table;

/** What may be done with a database that is opened. */
public enum OpenMode {
  /** Reads and changes; one process at a time. Creates the database if there is none. */
  READ_WRITE,
  /** Reads only; any number of processes. */
  READ_ONLY
}
