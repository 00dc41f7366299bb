package dev.paceline.storage.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Opens segment files: checks that a file is the one that the manifest means, and whole. */
final class SegmentReader {
  private SegmentReader() {}

  /**
   * Reads header, footer and trailer; blocks are checked when they are read.
   *
   * @param expected as the manifest has it
   * @throws dev.paceline.core.error.PacelineException CORRUPT_DATA, IO_ERROR
   */
  static SegmentFooter readFooter(BlockStore file, SegmentWriter.Sealed expected) {
    String name = file.name();
    try {
      long length = file.size();
      if (length != expected.length()) {
        throw FileFailure.corrupt(
            name,
            Math.min(length, expected.length()),
            "it has " + length + " bytes instead of " + expected.length());
      }
      MemorySegment header = MemorySegment.ofArray(new byte[SegmentLayout.HEADER_LENGTH]);
      file.read(0, header);
      int version = SegmentLayout.checkHeader(name, header);
      MemorySegment trailer = MemorySegment.ofArray(new byte[SegmentLayout.TRAILER_LENGTH]);
      long trailerPosition = length - trailer.byteSize();
      file.read(trailerPosition, trailer);
      SegmentLayout.checkTrailer(name, trailerPosition, trailer);
      long position = trailer.get(SegmentLayout.LONG, SegmentLayout.TRAILER_FOOTER_POSITION_OFFSET);
      byte[] footer = new byte[(int) (trailerPosition - position)];
      file.read(position, MemorySegment.ofArray(footer));
      int checksum = Checksum.of(footer);
      if (checksum != expected.footerChecksum()) {
        throw FileFailure.checksum(
            name, position, "the footer", expected.footerChecksum(), checksum);
      }
      return SegmentFooter.decode(name, version, position, footer);
    } catch (IOException e) {
      throw FileFailure.of(e, "read", name);
    }
  }
}
