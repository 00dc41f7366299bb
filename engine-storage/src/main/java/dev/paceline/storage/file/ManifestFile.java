package dev.paceline.storage.file;

import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * The file of the current manifest: a whole state, the edits since, and room for more of them.
 * Edits are written into room that the file has already, so that a commit neither needs space on
 * the device nor costs more than it changes. Another file takes its place when the room ends. One
 * thread at a time.
 */
final class ManifestFile implements AutoCloseable {
  static final String NAME = "manifest";

  /** A manifest that is being written; of no meaning after a crash. */
  static final String NEW_NAME = "manifest.new";

  /** The version that is written; the ones before are read, too. */
  static final int VERSION = 9;

  static final int FIRST_VERSION_WITH_EDITS = 2;

  /** The first version whose edits are lists of changes, and that has views. */
  static final int FIRST_VERSION_WITH_LISTS = 3;

  /** The first version that keeps the values of columns, such as defaults, and checks. */
  static final int FIRST_VERSION_WITH_VALUES = 4;

  /** The first version that has schemas and macros. */
  static final int FIRST_VERSION_WITH_SCHEMAS = 5;

  /** The first version that has sequences and identity columns. */
  static final int FIRST_VERSION_WITH_SEQUENCES = 6;

  /** The first version that has comments on tables, columns and views. */
  static final int FIRST_VERSION_WITH_COMMENTS = 7;

  /** The first version that has names for types, and columns of nested types. */
  static final int FIRST_VERSION_WITH_TYPES = 8;

  private static final long MAGIC = SegmentLayout.magic("PLMANIFE");
  private static final int MAGIC_OFFSET = 0;
  private static final int VERSION_OFFSET = 8;
  private static final int LENGTH_OFFSET = 12;
  private static final int CHECKSUM_OFFSET = 16;
  private static final int HEADER_CHECKSUM_OFFSET = 20;
  private static final int HEADER_LENGTH = 24;

  /** The marks and the edits begin at multiples of it: a device writes a block whole or not. */
  private static final int BLOCK = 4096;

  // A mark says up to where edits are known to be durable, and how long the file is. Two of them
  // take turns, so that one is always whole.
  private static final int MARKS = 2;
  private static final int MARK_END_OFFSET = 0;
  private static final int MARK_LIMIT_OFFSET = 8;
  private static final int MARK_CHECKSUM_OFFSET = 16;
  private static final int MARK_LENGTH = 20;

  private static final int EDIT_LENGTH_OFFSET = 0;
  private static final int EDIT_CHECKSUM_OFFSET = 4;
  private static final int EDIT_HEADER_CHECKSUM_OFFSET = 8;
  private static final int EDIT_HEADER_LENGTH = 12;

  private static final int LEAST_ROOM = 1 << 16;
  private static final int MOST_ROOM = 1 << 24;

  /** Room for edits that make room on the device. */
  private static final int RESERVE = 4096;

  private final StorageDirectory directory;

  /** The current file, open for writing; null if edits cannot be added to it. */
  private @Nullable BlockStore file;

  /** The file that {@link #prepare} has made. */
  private @Nullable BlockStore prepared;

  private Place place = Place.NONE;
  private Place preparedPlace = Place.NONE;

  /**
   * The place of the edits in the file.
   *
   * @param marks position of the first mark; the others follow block by block, then the edits
   * @param end of the edits so far
   * @param limit of their room: the end of the file
   * @param count of edits so far
   */
  private record Place(long marks, long end, long limit, int count) {
    static final Place NONE = new Place(0, 0, 0, 0);

    static long firstEdit(long marks) {
      return marks + (long) MARKS * BLOCK;
    }
  }

  ManifestFile(StorageDirectory directory) {
    this.directory = directory;
  }

  private String path() {
    return directory.path().resolve(NAME).toString();
  }

  /**
   * The committed state; null if there is no manifest.
   *
   * @throws PacelineException CORRUPT_DATA, NOT_SUPPORTED, IO_ERROR, ACCESS_DENIED
   */
  @Nullable Manifest read() {
    place = Place.NONE;
    try (BlockStore opened = directory.open(NAME)) {
      return read(opened);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw FileFailure.of(e, "read", path());
    }
  }

  private Manifest read(BlockStore opened) throws IOException {
    String name = opened.name();
    long size = opened.size();
    MemorySegment header = read(opened, 0, HEADER_LENGTH);
    SegmentLayout.checkMagic(
        name, MAGIC_OFFSET, header.get(SegmentLayout.LONG, MAGIC_OFFSET), MAGIC);
    check(name, 0, header.asSlice(0, HEADER_CHECKSUM_OFFSET), header, HEADER_CHECKSUM_OFFSET);
    int version = header.get(SegmentLayout.INT, VERSION_OFFSET);
    if (version < 1 || version > VERSION) {
      throw FileFailure.unknownVersion(name, version, VERSION);
    }
    int length = header.get(SegmentLayout.INT, LENGTH_OFFSET);
    boolean hasEdits = version >= FIRST_VERSION_WITH_EDITS;
    long bodyEnd = HEADER_LENGTH + (long) length;
    if (length < 0 || (hasEdits ? size < bodyEnd : size != bodyEnd)) {
      throw FileFailure.corrupt(
          name, LENGTH_OFFSET, "it has " + size + " bytes, " + length + " of them a manifest");
    }
    MemorySegment body = read(opened, HEADER_LENGTH, length);
    check(name, HEADER_LENGTH, body, header, CHECKSUM_OFFSET);
    Manifest manifest =
        Manifest.decode(name, version, HEADER_LENGTH, body.toArray(ValueLayout.JAVA_BYTE));
    if (hasEdits) {
      readEdits(opened, version, manifest, SegmentLayout.alignUp(bodyEnd), size);
    }
    return manifest;
  }

  /**
   * Makes the edits. Those that are known to be durable must be right; behind them, a commit may
   * have been cut off by a crash, or may be under way in another process.
   */
  private void readEdits(BlockStore opened, int version, Manifest manifest, long marks, long size)
      throws IOException {
    String name = opened.name();
    long first = Place.firstEdit(marks);
    if (size < first) {
      throw FileFailure.corrupt(name, size, "it ends here, in front of the edits");
    }
    // Read the mark before the edits, because a writing process updates it after the edits.
    long durable = durableEnd(name, marks, read(opened, marks, MARKS * BLOCK), size);
    MemorySegment edits = read(opened, first, size - first);
    long position = first;
    int count = 0;
    while (true) {
      byte[] edit = edit(edits, position - first);
      if (edit == null) {
        break;
      }
      ManifestEdit.decodeAndApply(name, version, position + EDIT_HEADER_LENGTH, edit, manifest);
      position += EDIT_HEADER_LENGTH + edit.length;
      count++;
    }
    if (position < durable) {
      throw FileFailure.corrupt(
          name,
          position,
          "a commit that was durable is damaged; edits reached up to byte " + durable);
    }
    boolean clean = version == VERSION && isZero(edits.asSlice(position - first));
    place = clean ? new Place(marks, position, size, count) : Place.NONE;
  }

  /** Returns the room for edits behind a state: so much that commits rarely rewrite the state. */
  private static long roomOf(long stateBytes) {
    return Math.clamp(stateBytes, LEAST_ROOM, MOST_ROOM);
  }

  private static long durableEnd(String name, long position, MemorySegment marks, long size) {
    long end = 0;
    long limit = 0;
    for (int i = 0; i < MARKS; i++) {
      MemorySegment mark = marks.asSlice((long) i * BLOCK, MARK_LENGTH);
      boolean whole =
          mark.get(SegmentLayout.INT, MARK_CHECKSUM_OFFSET)
              == Checksum.of(mark.asSlice(0, MARK_CHECKSUM_OFFSET));
      if (whole) {
        end = Math.max(end, mark.get(SegmentLayout.LONG, MARK_END_OFFSET));
        limit = mark.get(SegmentLayout.LONG, MARK_LIMIT_OFFSET);
      }
    }
    if (limit != size) {
      throw FileFailure.corrupt(
          name,
          position,
          limit == 0
              ? "no mark is whole that says where edits end"
              : "it has " + size + " bytes instead of " + limit);
    }
    return end;
  }

  /** The edit at a position; null if there is none, or it is not whole. */
  private static byte @Nullable [] edit(MemorySegment edits, long position) {
    if (edits.byteSize() - position < EDIT_HEADER_LENGTH) {
      return null;
    }
    MemorySegment header = edits.asSlice(position, EDIT_HEADER_LENGTH);
    int length = header.get(SegmentLayout.INT, EDIT_LENGTH_OFFSET);
    if (length <= 0
        || header.get(SegmentLayout.INT, EDIT_HEADER_CHECKSUM_OFFSET)
            != Checksum.of(header.asSlice(0, EDIT_HEADER_CHECKSUM_OFFSET))
        || length > edits.byteSize() - position - EDIT_HEADER_LENGTH) {
      return null;
    }
    MemorySegment body = edits.asSlice(position + EDIT_HEADER_LENGTH, length);
    return header.get(SegmentLayout.INT, EDIT_CHECKSUM_OFFSET) == Checksum.of(body)
        ? body.toArray(ValueLayout.JAVA_BYTE)
        : null;
  }

  private static boolean isZero(MemorySegment bytes) {
    return MemorySegment.ofArray(new byte[(int) bytes.byteSize()]).mismatch(bytes) < 0;
  }

  private static MemorySegment read(BlockStore opened, long position, long length)
      throws IOException {
    MemorySegment bytes = MemorySegment.ofArray(new byte[Math.toIntExact(length)]);
    opened.read(position, bytes);
    return bytes;
  }

  private static void check(
      String name, long position, MemorySegment bytes, MemorySegment header, int checksumOffset) {
    int expected = header.get(SegmentLayout.INT, checksumOffset);
    int found = Checksum.of(bytes);
    if (found != expected) {
      throw FileFailure.checksum(name, position, "the manifest", expected, found);
    }
  }

  /** Opens the file that was {@linkplain #read read}, so that edits can be added to it. */
  void openForEdits() {
    if (file != null || place.limit() == 0) {
      return; // it was just made, or is of a kind that is replaced by the next commit
    }
    try {
      file = directory.update(NAME);
    } catch (IOException e) {
      throw FileFailure.of(e, "open", path());
    }
  }

  /**
   * Adds an edit to the current file, durably.
   *
   * @param makesRoom whether the edit frees space on the device, and may use the reserve
   * @return false if there is no room for it in the file, and nothing was done
   * @throws PacelineException if it is not known whether the edit holds, until another file has
   *     taken the place of this one
   */
  boolean append(ManifestEdit edit, boolean makesRoom) {
    BlockStore current = file;
    byte[] body = edit.encode();
    long end = place.end() + EDIT_HEADER_LENGTH + body.length;
    if (current == null || end > place.limit() - (makesRoom ? 0 : RESERVE)) {
      return false;
    }
    try {
      current.write(place.end(), withHeader(body));
      current.sync();
    } catch (IOException e) {
      closeFile();
      throw FileFailure.of(e, "write", path());
    }
    place = new Place(place.marks(), end, place.limit(), place.count() + 1);
    writeMark(current);
    return true;
  }

  private static MemorySegment withHeader(byte[] body) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[EDIT_HEADER_LENGTH + body.length]);
    bytes.set(SegmentLayout.INT, EDIT_LENGTH_OFFSET, body.length);
    bytes.set(SegmentLayout.INT, EDIT_CHECKSUM_OFFSET, Checksum.of(body));
    bytes.set(
        SegmentLayout.INT,
        EDIT_HEADER_CHECKSUM_OFFSET,
        Checksum.of(bytes.asSlice(0, EDIT_HEADER_CHECKSUM_OFFSET)));
    MemorySegment.copy(body, 0, bytes, ValueLayout.JAVA_BYTE, EDIT_HEADER_LENGTH, body.length);
    return bytes;
  }

  /** Not synced: it only tells damage from a crash, and the next commit syncs it. */
  private void writeMark(BlockStore current) {
    try {
      current.write(place.marks() + (long) (place.count() % MARKS) * BLOCK, mark(place));
    } catch (IOException e) {
      // The commit holds; its edit is only not known to be durable when it is read.
    }
  }

  private static MemorySegment mark(Place place) {
    MemorySegment mark = MemorySegment.ofArray(new byte[MARK_LENGTH]);
    mark.set(SegmentLayout.LONG, MARK_END_OFFSET, place.end());
    mark.set(SegmentLayout.LONG, MARK_LIMIT_OFFSET, place.limit());
    mark.set(
        SegmentLayout.INT,
        MARK_CHECKSUM_OFFSET,
        Checksum.of(mark.asSlice(0, MARK_CHECKSUM_OFFSET)));
    return mark;
  }

  /**
   * Writes a manifest beside the current one, durably. After a failure nothing has changed.
   *
   * @param edit is made to the state; null for none
   */
  void prepare(Manifest manifest, @Nullable ManifestEdit edit) {
    byte[] body = manifest.encode();
    long marks = SegmentLayout.alignUp(HEADER_LENGTH + (long) body.length);
    long firstEdit = Place.firstEdit(marks);
    MemorySegment editBytes =
        edit == null ? MemorySegment.ofArray(new byte[0]) : withHeader(edit.encode());
    long end = firstEdit + editBytes.byteSize();
    Place next = new Place(marks, end, end + roomOf(end), 0);
    MemorySegment bytes = MemorySegment.ofArray(new byte[Math.toIntExact(next.limit())]);
    bytes.set(SegmentLayout.LONG, MAGIC_OFFSET, MAGIC);
    bytes.set(SegmentLayout.INT, VERSION_OFFSET, VERSION);
    bytes.set(SegmentLayout.INT, LENGTH_OFFSET, body.length);
    bytes.set(SegmentLayout.INT, CHECKSUM_OFFSET, Checksum.of(body));
    bytes.set(
        SegmentLayout.INT,
        HEADER_CHECKSUM_OFFSET,
        Checksum.of(bytes.asSlice(0, HEADER_CHECKSUM_OFFSET)));
    MemorySegment.copy(body, 0, bytes, ValueLayout.JAVA_BYTE, HEADER_LENGTH, body.length);
    MemorySegment.copy(editBytes, 0, bytes, firstEdit, editBytes.byteSize());
    for (int i = 0; i < MARKS; i++) {
      MemorySegment.copy(mark(next), 0, bytes, marks + (long) i * BLOCK, MARK_LENGTH);
    }
    BlockStore created = null;
    try {
      created = directory.create(NEW_NAME);
      created.write(0, bytes);
      created.sync();
      prepared = created;
      created = null;
      preparedPlace = next;
    } catch (IOException e) {
      throw FileFailure.of(e, "write", directory.path().resolve(NEW_NAME).toString());
    } finally {
      close(created);
    }
  }

  /**
   * Makes the prepared manifest the current one: the moment of the commit. After a failure it is
   * not known which of the two is.
   */
  void activate() {
    BlockStore next = prepared;
    prepared = null;
    closeFile();
    try {
      directory.replace(NEW_NAME, NAME);
      directory.sync();
      file = next;
      place = preparedPlace;
      next = null;
    } catch (IOException e) {
      throw FileFailure.of(e, "replace", path());
    } finally {
      close(next);
    }
  }

  private void closeFile() {
    close(file);
    file = null;
    place = Place.NONE;
  }

  private static void close(@Nullable BlockStore opened) {
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (IOException e) {
      // Nothing is lost: what counts was synced before.
    }
  }

  @Override
  public void close() {
    closeFile();
    close(prepared);
    prepared = null;
  }
}
