package dev.paceline.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.jdbc.StatementProgress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class QueryProgressTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private static final StatementProgress HALF =
      new StatementProgress() {
        @Override
        public double progress() {
          return 0.5;
        }

        @Override
        public long rowsScanned() {
          return 1_234_567;
        }
      };

  private String shown() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void showsHowFarALongStatementIsUntilItsAnswerComes() throws InterruptedException {
    try (QueryProgress progress = QueryProgress.watch(HALF, out, Duration.ofMillis(1))) {
      while (!shown().contains("50%") || !shown().contains(" rows")) {
        Thread.sleep(5);
      }
      PrintStream answers = progress.answers();
      assertThat(answers.checkError()).isFalse();
      int before = bytes.size();
      while (bytes.size() == before) {
        Thread.sleep(5); // asking for errors is no answer: the bar is drawn on
      }
      answers.println("answer");
      answers.flush();
      answers.println("more");
      answers.flush();
      String text = shown();
      assertThat(text).contains("Running", "1").endsWith("\ranswer\nmore\n");
      String last = text.substring(0, text.length() - "\ranswer\nmore\n".length());
      assertThat(last.substring(last.lastIndexOf('\r') + 1)).as("what erases").isBlank();
    }
    assertThat(shown()).endsWith("\ranswer\nmore\n");
  }

  @Test
  void showsNothingOfQuickStatements() {
    try (QueryProgress progress = QueryProgress.watch(HALF, out, Duration.ofHours(1))) {
      progress.answers().append("answer").flush();
    }
    assertThat(shown()).isEqualTo("answer");
  }

  @Test
  void showsNothingWhereNobodyWatches() {
    try (QueryProgress progress = QueryProgress.hidden(out)) {
      assertThat(progress.answers()).isSameAs(out);
    }
    assertThat(shown()).isEmpty();
  }
}
