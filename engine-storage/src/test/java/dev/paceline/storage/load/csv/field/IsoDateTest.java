package dev.paceline.storage.load.csv.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Dates are those of java.time, and everything else is refused. */
class IsoDateTest {
  private static final LocalDate FIRST = LocalDate.of(1800, 1, 1);
  private static final LocalDate LAST = LocalDate.of(2199, 12, 31);

  @Test
  void allDatesOfTheYearsThatAreParsed() {
    for (LocalDate date = FIRST; !date.isAfter(LAST); date = date.plusDays(1)) {
      assertThat(parse(date.toString())).as(date.toString()).isEqualTo(date.toEpochDay());
    }
    assertThat(parse("1799-12-31")).isEqualTo(IsoDate.INVALID);
    assertThat(parse("2200-01-01")).isEqualTo(IsoDate.INVALID);
  }

  @Test
  void otherDaysAndCharacters() {
    for (String text :
        new String[] {
          "2023-02-29", "2100-02-29", "2024-02-30", "2024-04-31", "2024-00-10", "2024-13-10",
          "2024-01-00", "2024-01-32", "2024-1-010", "2024/01/01", "2024-01/01", "20240-1-01",
        }) {
      assertThat(parse(text)).as(text).isEqualTo(IsoDate.INVALID);
    }
    Random random = new Random(3);
    for (int round = 0; round < 20_000; round++) {
      byte[] text = "1994-07-15".getBytes(StandardCharsets.US_ASCII);
      int at = random.nextInt(text.length);
      byte other = (byte) random.nextInt();
      boolean isPlace = at != 4 && at != 7;
      text[at] = other;
      if (isPlace ? other >= '0' && other <= '9' : other == '-') {
        continue;
      }
      assertThat(parse(text)).as("%d at %d", other, at).isEqualTo(IsoDate.INVALID);
    }
  }

  private static long parse(String text) {
    return parse(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static long parse(byte[] text) {
    byte[] padded = new byte[text.length + 9];
    System.arraycopy(text, 0, padded, 3, text.length);
    return IsoDate.parse(MemorySegment.ofArray(padded), 3);
  }
}
