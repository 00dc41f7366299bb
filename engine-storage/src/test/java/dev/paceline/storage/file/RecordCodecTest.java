package dev.paceline.storage.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.Arrays;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
  private static final long[] EXTREMES = {
    0,
    1,
    -1,
    63,
    64,
    127,
    128,
    -127,
    -128,
    -129,
    1L << 62,
    -(1L << 62),
    Long.MAX_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1
  };

  private static RecordReader reader(byte[] bytes) {
    return new RecordReader("some file", 100, bytes);
  }

  @Test
  void readsWhatChronicleWritesAndChronicleAgrees() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    RecordWriter out = new ChronicleRecordWriter();
    long[] values = new long[5_000];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          i < EXTREMES.length ? EXTREMES[i] : random.nextLong() >> random.nextInt(Long.SIZE);
      out.writeLong(values[i]);
    }
    byte[] bytes = out.toByteArray();
    RecordReader in = reader(bytes);
    Bytes<?> chronicle = Bytes.wrapForRead(bytes);
    for (long value : values) {
      assertThat(in.readLong()).as("seed " + seed).isEqualTo(value);
      assertThat(chronicle.readStopBit()).isEqualTo(value);
    }
    in.expectEnd();
    chronicle.releaseLast();
  }

  @Test
  void keepsTextBytesDoublesAndBooleans() {
    RecordWriter out = new ChronicleRecordWriter();
    String[] texts = {"", "x", "ıİ ß 😀 \u0000", "long ".repeat(5_000)};
    double[] doubles = {0.0, -0.0, 1.5, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE};
    for (String text : texts) {
      out.writeText(text);
    }
    for (double value : doubles) {
      out.writeDouble(value);
    }
    out.writeBytes(null);
    out.writeBytes(new byte[0]);
    out.writeBytes(new byte[] {0, -1});
    out.writeBoolean(true);
    out.writeBoolean(false);
    RecordReader in = reader(out.toByteArray());
    for (String text : texts) {
      assertThat(in.readText("text")).isEqualTo(text);
    }
    for (double value : doubles) {
      assertThat(Double.doubleToRawLongBits(in.readDouble()))
          .isEqualTo(Double.doubleToRawLongBits(value));
    }
    assertThat(in.readBytes("bytes")).isNull();
    assertThat(in.readBytes("bytes")).isEmpty();
    assertThat(in.readBytes("bytes")).containsExactly(0, -1);
    assertThat(in.readBoolean("flag")).isTrue();
    assertThat(in.readBoolean("flag")).isFalse();
    in.expectEnd();
  }

  @Test
  void refusesWhatIsCutShortOrTooLong() {
    RecordWriter out = new ChronicleRecordWriter();
    out.writeLong(Long.MIN_VALUE);
    out.writeText("abc");
    out.writeDouble(1);
    byte[] bytes = out.toByteArray();
    for (int length = 0; length < bytes.length; length++) {
      RecordReader in = reader(Arrays.copyOf(bytes, length));
      assertThatThrownBy(
              () -> {
                in.readLong();
                in.readText("text");
                in.readDouble();
              })
          .hasMessageContaining("some file is damaged at byte 1")
          .extracting("code")
          .isEqualTo(ErrorCode.CORRUPT_DATA);
    }
    RecordReader in = reader(bytes);
    in.readLong();
    assertThatThrownBy(in::expectEnd).hasMessageContaining("12 bytes too many");
  }

  @Test
  void refusesEndlessIntegersWrongRangesAndBadText() {
    byte[] endless = new byte[12];
    Arrays.fill(endless, (byte) 0xFF);
    assertThatThrownBy(reader(endless)::readLong).hasMessageContaining("more than 63 bits");
    byte[] seven = {7};
    assertThatThrownBy(() -> reader(seven).readLong(0, 6, "the answer"))
        .hasMessageContaining("byte 100: the answer is 7, which does not lie between 0 and 6");
    byte[] illegal = {2, (byte) 0xC0};
    assertThatThrownBy(() -> reader(illegal).readText("a name"))
        .hasMessageContaining("a name is not valid UTF-8");
    byte[] missing = {0};
    assertThatThrownBy(() -> reader(missing).readText("a name"))
        .hasMessageContaining("a name is missing");
  }

  @Test
  void garbageIsNeverAnythingButCorrupt() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 4_000; i++) {
      byte[] garbage = new byte[random.nextInt(60)];
      random.nextBytes(garbage);
      int manifestVersion = 1 + random.nextInt(ManifestFile.VERSION);
      Throwable manifest =
          catchThrowable(() -> Manifest.decode("some file", manifestVersion, 0, garbage));
      Throwable edit =
          catchThrowable(
              () ->
                  ManifestEdit.decodeAndApply(
                      "some file", manifestVersion, 0, garbage, Manifest.empty()));
      int version = 1 + random.nextInt(SegmentLayout.VERSION);
      Throwable footer =
          catchThrowable(() -> SegmentFooter.decode("some file", version, 1 << 20, garbage));
      for (Throwable error : new Throwable[] {manifest, edit, footer}) {
        if (error != null) {
          assertThat(error).as("seed " + seed).isInstanceOf(PacelineException.class);
          assertThat(((PacelineException) error).code()).isEqualTo(ErrorCode.CORRUPT_DATA);
        }
      }
    }
  }
}
