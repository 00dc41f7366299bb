package dev.paceline.core.scan;

/** In which order a scan wants the chunks of a table. Tables without an order may ignore it. */
public enum ScanOrder {
  /** In any order: whatever is in memory already, or is read for other scans, may come first. */
  ANY,

  /** In the order of the table. All rows are consumed before anyone sees a result. */
  TABLE,

  /**
   * In the order of the table, and only when it is certain what the chunk holds, because rows
   * become visible, or the scan ends, before all of the table has been read.
   */
  CERTAIN
}
