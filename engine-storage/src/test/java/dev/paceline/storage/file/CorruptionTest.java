package dev.paceline.storage.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.SoakSize;
import dev.paceline.storage.file.SegmentFooter.BlockEntry;
import dev.paceline.storage.file.SegmentFooter.RowGroupEntry;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.definition.TableDefinition;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Damages every byte of a database that matters, and cuts its files off at every such byte: reading
 * gives CORRUPT_DATA or the right rows, nothing else.
 */
@ExtendWith(LedgerExtension.class)
@Timeout(120)
class CorruptionTest {
  private static final int ROWS = 30;

  /** Enough rows for most blocks to be packed. */
  private static final int PACKED_ROWS = 6000;

  /** The step between the bytes of large packed blocks that are tried. */
  private static final int PACKED_STEP = 37;

  /** The step between the bytes that are tried; each of the eight bits is tried equally often. */
  private static final int BYTE_STEP = SoakSize.of(5, 1);

  private static final List<String> EXPECTED = SampleTable.rows(ROWS);
  private static final String SEGMENT = "00000001.segment";

  /** The step between the bytes without meaning that are tried. */
  private static final int GAP_STEP = 509;

  private static MemoryDirectory sample(MemoryLedger ledger) {
    MemoryDirectory directory = new MemoryDirectory();
    try (Database database = open(directory, ledger)) {
      SampleTable.load(database, 0, ROWS);
      assertThat(SampleTable.read(database, ledger)).isEqualTo(EXPECTED);
    }
    assertThat(directory.list()).containsExactly(SEGMENT, ManifestFile.NAME);
    return directory.copy();
  }

  private static Database open(MemoryDirectory directory, MemoryLedger ledger) {
    return Database.over(
        new DirectoryTableStore(directory, OpenMode.READ_WRITE, null, ledger, 64L << 20, 2),
        ledger);
  }

  /** Whether the damage was noticed; fails if it was not and the rows are wrong. */
  private static boolean noticed(MemoryDirectory damaged, MemoryLedger ledger, String what) {
    boolean noticed = false;
    try (Database database = open(damaged, ledger)) {
      assertThat(SampleTable.read(database, ledger)).as(what).isEqualTo(EXPECTED);
    } catch (PacelineException e) {
      assertThat(e.code()).as(what + ": " + e).isEqualTo(ErrorCode.CORRUPT_DATA);
      assertThat(e.getMessage()).as(what).contains(damaged.path().toString());
      noticed = true;
    }
    assertThat(damaged.openFiles()).as(what + ": open files").isZero();
    assertThat(ledger.usedBytes()).as(what + ": memory").isZero();
    return noticed;
  }

  /** The bytes of the segment file that something is stored in. */
  private static BitSet meaningful(MemoryDirectory directory) throws IOException {
    BitSet bytes = new BitSet();
    bytes.set(0, SegmentLayout.HEADER_LENGTH);
    Manifest manifest = new ManifestFile(directory).read();
    try (BlockStore file = directory.open(SEGMENT)) {
      SegmentFooter footer = SegmentReader.readFooter(file, manifest.segments().get(1L));
      int end = SegmentLayout.HEADER_LENGTH;
      for (RowGroupEntry rowGroup : footer.rowGroups()) {
        for (BlockEntry block : rowGroup.blocks()) {
          int position = (int) block.position();
          end = Math.max(end, position + (int) block.storedBytes());
          bytes.set(position, position + (int) block.storedBytes());
        }
      }
      bytes.set(end, (int) file.size());
    }
    return bytes;
  }

  @Test
  void everyDamagedByteOfASegmentFileIsNoticed(MemoryLedger ledger) throws IOException {
    MemoryDirectory directory = sample(ledger);
    BitSet meaningful = meaningful(directory);
    byte[] bytes = directory.bytes(SEGMENT);
    for (int i = 0; i < bytes.length; i += BYTE_STEP) {
      if (!meaningful.get(i) && i % GAP_STEP != 0) {
        continue;
      }
      bytes[i] ^= (byte) (1 << i % 8);
      directory.put(SEGMENT, bytes);
      assertThat(noticed(directory, ledger, "bit " + i % 8 + " of byte " + i))
          .isEqualTo(meaningful.get(i));
      bytes[i] ^= (byte) (1 << i % 8);
    }
  }

  @Test
  void everyDamagedByteOfAPackedBlockIsNoticed(MemoryLedger ledger) throws IOException {
    MemoryDirectory directory = new MemoryDirectory();
    try (Database database = open(directory, ledger)) {
      SampleTable.load(database, 0, PACKED_ROWS);
      assertThat(SampleTable.read(database, ledger)).isEqualTo(SampleTable.rows(PACKED_ROWS));
    }
    Manifest manifest = new ManifestFile(directory).read();
    byte[] bytes = directory.bytes(SEGMENT);
    RowGroupEntry rowGroup;
    try (BlockStore file = directory.open(SEGMENT)) {
      rowGroup = SegmentReader.readFooter(file, manifest.segments().get(1L)).rowGroups().getFirst();
    }
    int packed = 0;
    for (int column = 0; column < rowGroup.blocks().size(); column++) {
      BlockEntry entry = rowGroup.blocks().get(column);
      if (!entry.isPacked()) {
        continue;
      }
      packed++;
      int start = (int) entry.position();
      int step = entry.storedBytes() < 4096 ? 1 : PACKED_STEP;
      for (int i = start; i < start + entry.storedBytes(); i += step) {
        bytes[i] ^= (byte) (1 << i % 8);
        directory.put(SEGMENT, bytes);
        try (BlockStore file = directory.open(SEGMENT);
            MemoryScope scope = ledger.openScope("frame")) {
          SegmentBlock block = new SegmentBlock(file, entry, SampleTable.DEFINITION.column(column));
          MemorySegment frame = scope.allocate(block.bytes());
          block.read(frame);
          assertThatThrownBy(() -> block.open(frame))
              .as("bit " + i % 8 + " of byte " + i)
              .isInstanceOfSatisfying(
                  PacelineException.class,
                  e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA));
        }
        bytes[i] ^= (byte) (1 << i % 8);
      }
    }
    assertThat(packed).as("packed blocks").isGreaterThan(2);
  }

  /** The bytes of the manifest that say something which no other bytes say. */
  private static BitSet meaningfulOfManifest(byte[] manifest) {
    BitSet bytes = new BitSet();
    for (int i = 0; i < manifest.length; i++) {
      bytes.set(i, manifest[i] != 0);
    }
    int state = MemorySegment.ofArray(manifest).get(SegmentLayout.INT, 12);
    bytes.set(0, 24 + state);
    int marks = (int) SegmentLayout.alignUp(24 + state);
    int edits = marks + 2 * 4096;
    bytes.set(edits, bytes.length());
    bytes.clear(marks, edits); // of two marks, one is enough
    return bytes;
  }

  /** With a whole state, and two edits behind it. */
  private static MemoryDirectory sampleOfEdits(MemoryLedger ledger) {
    MemoryDirectory directory = sample(ledger);
    try (Database database = open(directory, ledger)) {
      database.createTable(new TableDefinition("other", SampleTable.DEFINITION.columns()));
      database.dropTable("other");
    }
    return directory.copy();
  }

  @Test
  void everyDamagedByteOfTheManifestIsNoticed(MemoryLedger ledger) {
    MemoryDirectory directory = sampleOfEdits(ledger);
    byte[] bytes = directory.bytes(ManifestFile.NAME);
    BitSet meaningful = meaningfulOfManifest(bytes);
    assertThat(meaningful.cardinality()).isGreaterThan(400);
    for (int i = 0; i < bytes.length; i += BYTE_STEP) {
      boolean inMark = !meaningful.get(i) && bytes[i] != 0;
      if (!meaningful.get(i) && !inMark && i % GAP_STEP != 0) {
        continue;
      }
      for (int pattern : new int[] {1, 0x10, 0x80, 0xFF, bytes[i], ~bytes[i]}) {
        if ((byte) pattern == 0) {
          continue;
        }
        bytes[i] ^= (byte) pattern;
        directory.put(ManifestFile.NAME, bytes);
        assertThat(noticed(directory, ledger, "byte " + i + " xor " + pattern))
            .isEqualTo(meaningful.get(i));
        bytes[i] ^= (byte) pattern;
      }
    }
  }

  @Test
  void aManifestWithoutMarksIsNoticed(MemoryLedger ledger) {
    MemoryDirectory directory = sampleOfEdits(ledger);
    byte[] bytes = directory.bytes(ManifestFile.NAME);
    int marks =
        (int) SegmentLayout.alignUp(24 + MemorySegment.ofArray(bytes).get(SegmentLayout.INT, 12));
    Arrays.fill(bytes, marks, marks + 2 * 4096, (byte) 0);
    directory.put(ManifestFile.NAME, bytes);
    assertThat(noticed(directory, ledger, "no marks")).isTrue();
  }

  @Test
  void wholeRunsOfZerosAndOnesAreNoticed(MemoryLedger ledger) throws IOException {
    MemoryDirectory directory = sample(ledger);
    BitSet meaningful = meaningful(directory);
    byte[] good = directory.bytes(SEGMENT);
    for (int from = 0; from < good.length; from += 512) {
      for (byte value : new byte[] {0, -1}) {
        byte[] bad = good.clone();
        int to = Math.min(good.length, from + 512);
        Arrays.fill(bad, from, to, value);
        directory.put(SEGMENT, bad);
        boolean isDamaged = meaningful.stream().anyMatch(i -> bad[i] != good[i]);
        assertThat(noticed(directory, ledger, "sector at " + from + " all " + value))
            .isEqualTo(isDamaged);
      }
    }
  }

  @Test
  void everyTruncationIsNoticed(MemoryLedger ledger) throws IOException {
    MemoryDirectory directory = sample(ledger);
    BitSet meaningful = meaningful(directory);
    byte[] segment = directory.bytes(SEGMENT);
    for (int length = 0; length < segment.length; length++) {
      if (meaningful.get(length) || length % GAP_STEP == 0) {
        directory.put(SEGMENT, Arrays.copyOf(segment, length));
        assertThat(noticed(directory, ledger, "the first " + length + " bytes")).isTrue();
      }
    }
    directory.put(SEGMENT, Arrays.copyOf(segment, segment.length + 1));
    assertThat(noticed(directory, ledger, "a byte more")).isTrue();
    directory.put(SEGMENT, segment);
    byte[] manifest = directory.bytes(ManifestFile.NAME);
    BitSet meaningfulOfManifest = meaningfulOfManifest(manifest);
    for (int length = 0; length <= manifest.length + 1; length++) {
      boolean atTheEnd = length >= manifest.length - 1;
      if (!meaningfulOfManifest.get(length) && length % GAP_STEP != 0 && !atTheEnd) {
        continue;
      }
      directory.put(ManifestFile.NAME, Arrays.copyOf(manifest, length));
      assertThat(noticed(directory, ledger, "a manifest of " + length + " bytes"))
          .isEqualTo(length != manifest.length);
    }
  }

  @Test
  void filesThatAreLostOrSwappedAreNoticed(MemoryLedger ledger) throws IOException {
    MemoryDirectory directory = sample(ledger);
    byte[] segment = directory.bytes(SEGMENT);
    directory.delete(SEGMENT);
    assertThat(noticed(directory, ledger, "no segment file")).isTrue();
    MemoryDirectory other = new MemoryDirectory();
    try (Database database = open(other, ledger)) {
      SampleTable.load(database, 1, ROWS);
    }
    directory.put(SEGMENT, other.bytes(SEGMENT));
    assertThat(noticed(directory, ledger, "another segment file")).isTrue();
    directory.put(SEGMENT, segment);
    assertThat(noticed(directory, ledger, "as it was")).isFalse();
  }
}
