package dev.paceline.storage.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The positions of the fields of a segment file; see the package description. All numbers are
 * little-endian.
 */
final class SegmentLayout {
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Version of the format that is written; the ones before are read, too. */
  static final int VERSION = 4;

  /** The first version whose blocks may be packed. */
  static final int FIRST_PACKED_VERSION = 2;

  /** The first version whose times are microseconds; they were milliseconds before. */
  static final int FIRST_VERSION_WITH_MICROS = 3;

  /**
   * The first version whose intervals have months and microseconds; they had one of both before.
   */
  static final int FIRST_VERSION_WITH_INTERVALS = 4;

  private static final int FIRST_VERSION = 1;

  /** Blocks start at multiples of this, as direct input needs it. */
  static final long BLOCK_ALIGNMENT = 4096;

  static final long HEADER_MAGIC = magic("PLSEGMNT");
  static final int HEADER_MAGIC_OFFSET = 0;
  static final int HEADER_VERSION_OFFSET = 8;
  static final int HEADER_CHECKSUM_OFFSET = 12;
  static final int HEADER_LENGTH = 16;

  static final long TRAILER_MAGIC = magic("PLSEGEND");
  static final int TRAILER_FOOTER_POSITION_OFFSET = 0;
  static final int TRAILER_FOOTER_LENGTH_OFFSET = 8;
  static final int TRAILER_FOOTER_CHECKSUM_OFFSET = 12;
  static final int TRAILER_MAGIC_OFFSET = 16;
  static final int TRAILER_VERSION_OFFSET = 24;
  static final int TRAILER_CHECKSUM_OFFSET = 28;
  static final int TRAILER_LENGTH = 32;

  private SegmentLayout() {}

  static long alignUp(long position) {
    return (position + BLOCK_ALIGNMENT - 1) & -BLOCK_ALIGNMENT;
  }

  /** Eight ASCII characters as they stand in the file. */
  static long magic(String text) {
    long magic = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      magic |= (long) text.charAt(i) << (i * Byte.SIZE);
    }
    return magic;
  }

  static void writeHeader(MemorySegment header) {
    header.set(LONG, HEADER_MAGIC_OFFSET, HEADER_MAGIC);
    header.set(INT, HEADER_VERSION_OFFSET, VERSION);
    header.set(INT, HEADER_CHECKSUM_OFFSET, Checksum.of(header.asSlice(0, HEADER_CHECKSUM_OFFSET)));
  }

  /**
   * Magic number, version and their checksum stay where they are in all versions, so that a file of
   * a newer one can be told from a damaged file.
   *
   * @return the version of the file
   */
  static int checkHeader(String file, MemorySegment header) {
    checkMagic(file, 0, header.get(LONG, HEADER_MAGIC_OFFSET), HEADER_MAGIC);
    checkChecksum(file, 0, "the header", header, HEADER_CHECKSUM_OFFSET);
    int version = header.get(INT, HEADER_VERSION_OFFSET);
    checkVersion(file, version);
    return version;
  }

  static void writeTrailer(MemorySegment trailer, long footerPosition, byte[] footer) {
    trailer.set(LONG, TRAILER_FOOTER_POSITION_OFFSET, footerPosition);
    trailer.set(INT, TRAILER_FOOTER_LENGTH_OFFSET, footer.length);
    trailer.set(INT, TRAILER_FOOTER_CHECKSUM_OFFSET, Checksum.of(footer));
    trailer.set(LONG, TRAILER_MAGIC_OFFSET, TRAILER_MAGIC);
    trailer.set(INT, TRAILER_VERSION_OFFSET, VERSION);
    trailer.set(
        INT, TRAILER_CHECKSUM_OFFSET, Checksum.of(trailer.asSlice(0, TRAILER_CHECKSUM_OFFSET)));
  }

  /**
   * @param position where in the file the trailer begins
   */
  static void checkTrailer(String file, long position, MemorySegment trailer) {
    checkMagic(
        file,
        position + TRAILER_MAGIC_OFFSET,
        trailer.get(LONG, TRAILER_MAGIC_OFFSET),
        TRAILER_MAGIC);
    checkChecksum(file, position, "the trailer", trailer, TRAILER_CHECKSUM_OFFSET);
    checkVersion(file, trailer.get(INT, TRAILER_VERSION_OFFSET));
    long footer = trailer.get(LONG, TRAILER_FOOTER_POSITION_OFFSET);
    if (footer < HEADER_LENGTH
        || footer + trailer.get(INT, TRAILER_FOOTER_LENGTH_OFFSET) != position) {
      throw FileFailure.corrupt(
          file, position, "the trailer says that the footer begins at " + footer);
    }
  }

  static void checkMagic(String file, long position, long found, long expected) {
    if (found != expected) {
      throw FileFailure.corrupt(
          file,
          position,
          "it reads " + Long.toHexString(found) + " instead of " + Long.toHexString(expected));
    }
  }

  private static void checkVersion(String file, int found) {
    if (found < FIRST_VERSION || found > VERSION) {
      throw FileFailure.unknownVersion(file, found, VERSION);
    }
  }

  private static void checkChecksum(
      String file, long position, String what, MemorySegment bytes, int checksumOffset) {
    int expected = bytes.get(INT, checksumOffset);
    int found = Checksum.of(bytes.asSlice(0, checksumOffset));
    if (found != expected) {
      throw FileFailure.checksum(file, position, what, expected, found);
    }
  }
}
