package dev.paceline.storage.file;

import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** The file of the current manifest, and how another takes its place. */
final class ManifestFile {
  static final String NAME = "manifest";

  /** A manifest that is being written; of no meaning after a crash. */
  static final String NEW_NAME = "manifest.new";

  private static final int VERSION = 1;
  private static final long MAGIC = SegmentLayout.magic("PLMANIFE");
  private static final int MAGIC_OFFSET = 0;
  private static final int VERSION_OFFSET = 8;
  private static final int LENGTH_OFFSET = 12;
  private static final int CHECKSUM_OFFSET = 16;
  private static final int HEADER_CHECKSUM_OFFSET = 20;
  private static final int HEADER_LENGTH = 24;

  private final StorageDirectory directory;

  ManifestFile(StorageDirectory directory) {
    this.directory = directory;
  }

  /**
   * The committed state; null if there is no manifest.
   *
   * @throws PacelineException CORRUPT_DATA, IO_ERROR, ACCESS_DENIED
   */
  @Nullable Manifest read() {
    try (BlockStore file = directory.open(NAME)) {
      String name = file.name();
      long size = file.size();
      MemorySegment header = MemorySegment.ofArray(new byte[HEADER_LENGTH]);
      file.read(0, header);
      SegmentLayout.checkMagic(
          name, MAGIC_OFFSET, header.get(SegmentLayout.LONG, MAGIC_OFFSET), MAGIC);
      int version = header.get(SegmentLayout.INT, VERSION_OFFSET);
      if (version != VERSION) {
        throw FileFailure.unknownVersion(name, version, VERSION);
      }
      check(name, 0, header.asSlice(0, HEADER_CHECKSUM_OFFSET), header, HEADER_CHECKSUM_OFFSET);
      int length = header.get(SegmentLayout.INT, LENGTH_OFFSET);
      if (length < 0 || size != HEADER_LENGTH + (long) length) {
        throw FileFailure.corrupt(
            name, LENGTH_OFFSET, "it has " + size + " bytes, " + length + " of them a manifest");
      }
      MemorySegment body = MemorySegment.ofArray(new byte[length]);
      file.read(HEADER_LENGTH, body);
      check(name, HEADER_LENGTH, body, header, CHECKSUM_OFFSET);
      return Manifest.decode(name, HEADER_LENGTH, body.toArray(ValueLayout.JAVA_BYTE));
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw FileFailure.of(e, "read", directory.path().resolve(NAME).toString());
    }
  }

  private static void check(
      String name, long position, MemorySegment bytes, MemorySegment header, int checksumOffset) {
    int expected = header.get(SegmentLayout.INT, checksumOffset);
    int found = Checksum.of(bytes);
    if (found != expected) {
      throw FileFailure.checksum(name, position, "the manifest", expected, found);
    }
  }

  /** Writes a manifest beside the current one, durably. After a failure nothing has changed. */
  void prepare(Manifest manifest) {
    byte[] body = manifest.encode();
    MemorySegment bytes = MemorySegment.ofArray(new byte[HEADER_LENGTH + body.length]);
    bytes.set(SegmentLayout.LONG, MAGIC_OFFSET, MAGIC);
    bytes.set(SegmentLayout.INT, VERSION_OFFSET, VERSION);
    bytes.set(SegmentLayout.INT, LENGTH_OFFSET, body.length);
    bytes.set(SegmentLayout.INT, CHECKSUM_OFFSET, Checksum.of(body));
    bytes.set(
        SegmentLayout.INT,
        HEADER_CHECKSUM_OFFSET,
        Checksum.of(bytes.asSlice(0, HEADER_CHECKSUM_OFFSET)));
    MemorySegment.copy(body, 0, bytes, ValueLayout.JAVA_BYTE, HEADER_LENGTH, body.length);
    try (BlockStore file = directory.create(NEW_NAME)) {
      file.write(0, bytes);
      file.sync();
    } catch (IOException e) {
      throw FileFailure.of(e, "write", directory.path().resolve(NEW_NAME).toString());
    }
  }

  /**
   * Makes the prepared manifest the current one: the moment of the commit. After a failure it is
   * not known which of the two is.
   */
  void activate() {
    try {
      directory.replace(NEW_NAME, NAME);
      directory.sync();
    } catch (IOException e) {
      throw FileFailure.of(e, "replace", directory.path().resolve(NAME).toString());
    }
  }
}
