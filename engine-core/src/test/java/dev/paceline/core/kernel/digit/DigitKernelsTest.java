package dev.paceline.core.kernel.digit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.kernel.simd.SimdDigitKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Numbers that kernels read are those that BigDecimal reads. */
class DigitKernelsTest {
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final Pattern POINTED = Pattern.compile("\\d*\\.?\\d*");
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
  private static final int READABLE_BYTES = 64;
  private static final List<DigitKernels> KERNELS =
      List.of(new ScalarDigitKernels(), new SimdDigitKernels());

  @Test
  void readsEightDigitsWithAPoint() {
    Random random = new Random(7);
    String characters = "0123456789.";
    List<String> numbers = new ArrayList<>();
    for (int round = 0; round < 200_000; round++) {
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
      numbers.add(number.toString());
      if (numbers.size() > random.nextInt(40)) {
        check(numbers);
        numbers.clear();
      }
    }
    check(List.of("12345678", "1234567.8", "12345678.", ".12345678", ".", "", "5", ".5", "5."));
  }

  private static void check(List<String> texts) {
    for (DigitKernels kernels : KERNELS) {
      Texts read = new Texts(texts, 1);
      long points = DigitWords.everywhere((byte) '.');
      int fractions =
          kernels.pointed(read.words, read.next, read.lengths, texts.size(), points, read.results);
      for (int i = 0; i < texts.size(); i++) {
        checkPointed(texts.get(i), read.results[i]);
      }
      assertThat(fractions).isEqualTo(fractions(read.results, texts.size()));
      Texts again = new Texts(texts, 1);
      boolean areWhole = kernels.whole(again.words, again.lengths, texts.size(), again.results);
      boolean expected = true;
      for (int i = 0; i < texts.size(); i++) {
        boolean isWhole = texts.get(i).matches("\\d{1,8}");
        expected &= isWhole;
        assertThat(again.results[i])
            .as(texts.get(i))
            .isEqualTo(isWhole ? Long.parseLong(texts.get(i)) : DigitWords.INVALID);
      }
      assertThat(areWhole).isEqualTo(expected);
    }
  }

  private static void checkPointed(String text, long found) {
    int digits = text.replace(".", "").length();
    boolean isNumber = POINTED.matcher(text).matches() && digits > 0 && digits <= 8;
    if (!isNumber) {
      assertThat(found).as(text).isEqualTo(DigitWords.INVALID);
    } else if (found < 0) {
      // A point behind eight digits is left to the slower way.
      assertThat(text).hasSize(9).endsWith(".");
    } else {
      BigDecimal value = BigDecimal.valueOf(found >>> DigitWords.FRACTION_BITS, (int) (found & 15));
      assertThat(value).as(text).isEqualTo(new BigDecimal(text));
    }
  }

  private static int fractions(long[] results, int count) {
    for (int i = 0; i < count; i++) {
      if (results[i] < 0 || (results[i] & 15) != (results[0] & 15)) {
        return DigitKernels.VARIOUS;
      }
    }
    return (int) (results[0] & 15);
  }

  @Test
  void takesDatesApart() {
    Random random = new Random(11);
    for (int round = 0; round < 20_000; round++) {
      List<String> texts = new ArrayList<>();
      for (int i = random.nextInt(1, 20); i > 0; i--) {
        StringBuilder date =
            new StringBuilder(LocalDate.ofEpochDay(random.nextInt(-700_000, 2_900_000)).toString());
        if (random.nextInt(10) == 0) {
          date.setCharAt(random.nextInt(10), "0123456789-/:. \u00ff".charAt(random.nextInt(16)));
        }
        texts.add(date.substring(0, 10));
      }
      Texts read = new Texts(texts, 2);
      for (DigitKernels kernels : KERNELS) {
        kernels.dates(read.words, read.next, texts.size(), read.results);
        for (int i = 0; i < texts.size(); i++) {
          assertThat(read.results[i]).as(texts.get(i)).isEqualTo(pairs(texts.get(i)));
        }
      }
    }
  }

  private static long pairs(String date) {
    if (!DATE.matcher(date).matches()) {
      return DigitWords.INVALID;
    }
    String digits = date.replace("-", "");
    long pairs = 0;
    for (int i = 0; i < 4; i++) {
      pairs |= Long.parseLong(digits.substring(2 * i, 2 * i + 2)) << 16 * i;
    }
    return pairs;
  }

  /** Texts as words; behind each of them are digits. */
  private static final class Texts {
    private final long[] words;
    private final long[] next;
    private final long[] lengths;
    private final long[] results;

    Texts(List<String> texts, int behind) {
      int room = texts.size() + DigitKernels.SPARE;
      words = new long[room];
      next = new long[room];
      lengths = new long[room];
      results = new long[room];
      MemorySegment text = MemorySegment.ofArray(new byte[READABLE_BYTES]);
      for (int i = 0; i < texts.size(); i++) {
        text.fill((byte) '7');
        byte[] bytes = texts.get(i).getBytes(StandardCharsets.ISO_8859_1);
        MemorySegment.copy(bytes, 0, text, ValueLayout.JAVA_BYTE, 0, bytes.length);
        words[i] = text.get(WORD, 0);
        next[i] = text.get(WORD, behind);
        lengths[i] = bytes.length;
      }
    }
  }
}
