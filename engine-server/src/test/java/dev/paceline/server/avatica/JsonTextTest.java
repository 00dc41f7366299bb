package dev.paceline.server.avatica;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What Jackson reads back from what we wrote. */
class JsonTextTest {
  private static final ObjectMapper EXACT =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private static String text(Consumer<JsonText> values) {
    JsonText text = new JsonText(1);
    text.beginRow();
    values.accept(text);
    text.endRow();
    return utf8(text);
  }

  private static String utf8(JsonText text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      text.writeTo(out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(out.size()).isEqualTo(text.length());
    return out.toString(StandardCharsets.UTF_8);
  }

  private static JsonNode read(Consumer<JsonText> value) throws IOException {
    String json = text(value);
    JsonNode row = EXACT.readTree(json);
    assertThat(row.size()).as(json).isEqualTo(1);
    return row.get(0);
  }

  private static void write(JsonText text, byte[] utf8) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment heap = arena.allocate(utf8.length + 3L);
      MemorySegment.copy(utf8, 0, heap, ValueLayout.JAVA_BYTE, 3, utf8.length);
      text.writeString(heap, 3, utf8.length);
    }
  }

  @Test
  void rowsAreArraysWithCommasBetween() {
    JsonText text = new JsonText(1);
    for (int row = 0; row < 2; row++) {
      text.beginRow();
      text.beginValue();
      text.writeNull();
      text.beginValue();
      text.writeBoolean(true);
      text.beginValue();
      text.writeBoolean(false);
      text.beginValue();
      text.writeLong(row);
      text.endRow();
    }
    text.beginRow();
    text.endRow();
    assertThat(utf8(text)).isEqualTo("[null,true,false,0],[null,true,false,1],[]");
  }

  @Test
  void integersOfEveryLength() {
    for (long power = 1, i = 0; i <= 18; power *= 10, i++) {
      for (long value : new long[] {power - 1, power, power + 1, 5 * power}) {
        assertThat(text(out -> out.writeLong(value))).isEqualTo("[" + value + "]");
        assertThat(text(out -> out.writeLong(-value))).isEqualTo("[" + -value + "]");
      }
    }
    for (long value : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThat(text(out -> out.writeLong(value))).isEqualTo("[" + value + "]");
    }
  }

  @Test
  void decimalsKeepTheirScale() {
    SplittableRandom random = new SplittableRandom(1);
    for (int scale = 0; scale <= 38; scale++) {
      long[] values = new long[25];
      for (int i = 0; i < values.length; i++) {
        values[i] = random.nextLong() >> random.nextInt(64);
      }
      values[0] = 0;
      values[1] = Long.MIN_VALUE;
      values[2] = Long.MAX_VALUE;
      values[3] = -1;
      for (long unscaled : values) {
        int places = scale;
        assertThat(text(out -> out.writeDecimal(unscaled, places)))
            .isEqualTo("[" + BigDecimal.valueOf(unscaled, scale).toPlainString() + "]");
      }
    }
  }

  @Test
  void doublesAreReadBackAsTheyAre() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 20_000; i++) {
      double value =
          switch (i % 5) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextLong(-1_000_000, 1_000_000) / 100.0;
            case 2 -> random.nextLong() / 1e4;
            case 3 -> Math.scalb(random.nextInt(), random.nextInt(-60, 60));
            default -> random.nextInt(1000) * 0.1;
          };
      if (Double.isNaN(value)) {
        continue;
      }
      checkDouble(value);
    }
    for (double value :
        new double[] {
          0,
          -0.0,
          Double.MIN_VALUE,
          Double.MAX_VALUE,
          0x1p53,
          0x1p53 / 1e4,
          -0x1p53 / 1e4,
          1e-4,
          -1e-4,
          0.00005,
          0.00015,
          900_719_925_474.0991,
          900_719_925_474.0993,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY
        }) {
      checkDouble(value);
    }
  }

  private static void checkDouble(double value) throws IOException {
    JsonNode read = read(out -> out.writeDouble(value));
    assertThat(read.isNumber()).isTrue();
    double back = read.doubleValue();
    if (Double.doubleToRawLongBits(back) != Double.doubleToRawLongBits(value)) {
      // Jackson's BigDecimals have no negative zero.
      assertThat(back).as("%s", value).isEqualTo(value + 0.0);
    }
  }

  @Test
  void doublesWithFewDecimalsReadAsPeopleWriteThem() {
    assertThat(text(out -> out.writeDouble(12.5))).isEqualTo("[12.5]");
    assertThat(text(out -> out.writeDouble(-0.07))).isEqualTo("[-0.07]");
    assertThat(text(out -> out.writeDouble(3))).isEqualTo("[3.0]");
    assertThat(text(out -> out.writeDouble(-100))).isEqualTo("[-100.0]");
    assertThat(text(out -> out.writeDouble(0))).isEqualTo("[0.0]");
    assertThat(text(out -> out.writeDouble(0.1 + 0.2))).isEqualTo("[0.30000000000000004]");
    assertThat(text(out -> out.writeFloat(0.1f))).isEqualTo("[0.1]");
    assertThat(text(out -> out.writeFloat(Float.NEGATIVE_INFINITY))).isEqualTo("[-1e999]");
  }

  @Test
  void stringsOfAnyCharacters() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    String odd = "\"\\\u0000\u001f\n\t\u007f\u00e9\u20ac\ud83d\ude80\u0130\u0131/";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder made = new StringBuilder();
      int length = random.nextInt(40);
      while (made.length() < length) {
        int symbol = random.nextInt(i % 2 == 0 ? 40 : 400);
        if (symbol < odd.codePointCount(0, odd.length())) {
          made.appendCodePoint(odd.codePointAt(odd.offsetByCodePoints(0, symbol)));
        } else {
          made.append((char) ('a' + symbol % 26));
        }
      }
      byte[] utf8 = made.toString().getBytes(StandardCharsets.UTF_8);
      assertThat(read(out -> write(out, utf8)).textValue()).isEqualTo(made.toString());
    }
  }

  @Test
  void theBufferGrowsInTheMiddleOfEscapes() throws IOException {
    String controls = "\u0001".repeat(10_000);
    byte[] utf8 = controls.getBytes(StandardCharsets.UTF_8);
    assertThat(read(out -> write(out, utf8)).textValue()).isEqualTo(controls);
  }

  @Test
  void bytesAreBase64() throws IOException {
    byte[] value = {0, -1, 16, 34, 92};
    assertThat(Base64.getDecoder().decode(read(out -> out.writeBinary(value)).textValue()))
        .isEqualTo(value);
    assertThat(text(out -> out.writeBinary(new byte[0]))).isEqualTo("[\"\"]");
  }
}
