package dev.paceline.storage.load.csv.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Numbers that are read at once are those that BigDecimal reads. */
class DigitsTest {
  private static final Pattern POINTED = Pattern.compile("\\d*\\.?\\d*");
  private static final int READABLE_BYTES = 64;

  @Test
  void readsEightDigitsWithAPoint() {
    Random random = new Random(7);
    String characters = "0123456789.";
    MemorySegment text = MemorySegment.ofArray(new byte[READABLE_BYTES]);
    for (int round = 0; round < 300_000; round++) {
      int length = random.nextInt(12);
      StringBuilder number = new StringBuilder();
      for (int i = 0; i < length; i++) {
        number.append(characters.charAt(random.nextInt(round % 3 == 0 ? 11 : 10)));
      }
      if (round % 3 == 1 && length > 0) {
        number.setCharAt(random.nextInt(length), '.');
      }
      if (round % 50 == 0 && length > 0) {
        number.setCharAt(random.nextInt(length), " -/:,\u0001".charAt(random.nextInt(6)));
      }
      check(number.toString(), text, random.nextInt(5));
    }
    check("12345678", text, 0);
    check("1234567.8", text, 0);
    check("12345678.", text, 0);
    check(".12345678", text, 0);
  }

  private static void check(String number, MemorySegment text, int start) {
    text.fill((byte) '7');
    byte[] bytes = number.getBytes(StandardCharsets.US_ASCII);
    MemorySegment.copy(bytes, 0, text, ValueLayout.JAVA_BYTE, start, bytes.length);
    long found = Digits.pointed(text, start, start + bytes.length, Digits.everywhere((byte) '.'));
    int digits = number.replace(".", "").length();
    boolean isNumber = POINTED.matcher(number).matches() && digits > 0 && digits <= 8;
    if (!isNumber) {
      assertThat(found).as(number).isNegative();
      return;
    }
    if (found < 0) {
      // A point behind eight digits is left to the slower way.
      assertThat(number).hasSize(9).endsWith(".");
      return;
    }
    BigDecimal value = BigDecimal.valueOf(found >>> Digits.FRACTION_BITS, (int) (found & 15));
    assertThat(value).as(number).isEqualTo(new BigDecimal(number));
  }
}
