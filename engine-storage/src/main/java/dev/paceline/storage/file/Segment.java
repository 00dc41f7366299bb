package dev.paceline.storage.file;

import org.jspecify.annotations.Nullable;

/**
 * A segment file in use. The fields that change are guarded by the {@link DirectoryTableStore} it
 * belongs to.
 */
final class Segment {
  static final String SUFFIX = ".segment";

  private static final int NAME_DIGITS = 8;

  final long number;
  final BlockStore file;

  /** Null for a file that was there when the database was opened. */
  final @Nullable SegmentWriter writer;

  /** Null while row groups may be added. */
  SegmentWriter.@Nullable Sealed sealed;

  /** Row groups in use, and writes that go on. */
  int holds;

  Segment(
      long number,
      BlockStore file,
      @Nullable SegmentWriter writer,
      SegmentWriter.@Nullable Sealed sealed) {
    this.number = number;
    this.file = file;
    this.writer = writer;
    this.sealed = sealed;
  }

  static String fileName(long number) {
    String digits = Long.toString(number);
    return "0".repeat(Math.max(0, NAME_DIGITS - digits.length())) + digits + SUFFIX;
  }
}
