package dev.paceline.tests.sqllogic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.knobs.KnobUrl;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.core.testing.SoakSize;
import dev.paceline.tests.WithoutC2;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The corpus in the scope that this release promises. A sample of the queries by default, all of
 * them with the Maven profile {@code soak}.
 */
@WithoutC2
class SqlLogicTest {
  private static final String URL = "jdbc:paceline:mem:";

  /** The scripts that ask much. */
  private static final List<String> CORPUS =
      List.of(
          "select1",
          "select2",
          "select3",
          "evidence/in1",
          "evidence/in2",
          "evidence/slt_lang_aggfunc");

  private static final int EVERY_NTH = SoakSize.of(20, 1);

  /** The same for each of the ways in which queries run. */
  private static final int EVERY_NTH_OF_A_WAY = SoakSize.of(60, 1);

  @ParameterizedTest
  @ValueSource(strings = {"select1", "select2", "select3"})
  void selects(String script) throws Exception {
    assertNothingWrong(script);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "in1",
        "in2",
        "slt_lang_aggfunc",
        "slt_lang_createtrigger",
        "slt_lang_createview",
        "slt_lang_dropindex",
        "slt_lang_droptable",
        "slt_lang_droptrigger",
        "slt_lang_dropview",
        "slt_lang_reindex",
        "slt_lang_replace",
        "slt_lang_update"
      })
  void evidence(String script) throws Exception {
    assertNothingWrong("evidence/" + script);
  }

  /** In every way to run a query; without memory every operator that can uses temporary files. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "queryMemory=1",
        "queryMemory=1;hashBits=0;workers=2",
        "batchRows=1;workers=1",
        "batchRows=3;workers=3;queryMemory=1",
        "workers=4;unitOfTransfer=1;transferBlock=64KB",
        "workers=2;unitOfTransfer=3;transferBlock=64KB;queryMemory=1",
        "workers=2;unitOfTransfer=all",
        "workers=2;unitOfTransfer=fused;hashBits=0",
      })
  void inEveryWay(String properties) throws Exception {
    for (String script : CORPUS) {
      assertNothingWrong(script, "jdbc:paceline:mem:;" + properties, EVERY_NTH_OF_A_WAY);
    }
  }

  @ParameterizedTest
  @EnumSource(SchedulingPolicyKind.class)
  void underEveryPolicy(SchedulingPolicyKind policy) throws Exception {
    String url = "jdbc:paceline:mem:;workers=2;schedulingPolicy=" + policy.sqlName();
    for (String script : CORPUS) {
      assertNothingWrong(script, url, EVERY_NTH_OF_A_WAY);
    }
  }

  @Test
  void aLostLastRowIsSeen() throws Exception {
    assertSeen(rows -> rows.isEmpty() ? rows : rows.subList(0, rows.size() - 1));
  }

  @Test
  void nullTakenForFalseIsSeen() throws Exception {
    assertSeen(
        rows ->
            rows.stream()
                .map(row -> row.stream().map(v -> v.equals("NULL") ? "0" : v).toList())
                .toList());
  }

  private static void assertSeen(UnaryOperator<List<List<String>>> fault) throws Exception {
    try (Connection connection = DriverManager.getConnection(URL)) {
      ScriptReport report =
          new ScriptRunner(connection, fault).run(ScriptParser.parse(text("select2")), 20);
      assertThat(report.wrong).as("a planted bug must turn the suite red").isNotEmpty();
    }
  }

  private static void assertNothingWrong(String script) throws Exception {
    assertNothingWrong(script, URL, EVERY_NTH);
  }

  private static void assertNothingWrong(String script, String url, int everyNth) throws Exception {
    try (Connection connection = KnobUrl.connect(url)) {
      ScriptReport report =
          new ScriptRunner(connection).run(ScriptParser.parse(text(script)), everyNth);
      System.out.println("SQL Logic Test " + report.summary(script));
      List<String> bad = new ArrayList<>(report.wrong);
      bad.addAll(report.errors);
      assertThat(bad.size() > 20 ? bad.subList(0, 20) : bad).as(script).isEmpty();
    }
  }

  private static String text(String script) throws IOException {
    try (InputStream in = SqlLogicTest.class.getResourceAsStream("/test/" + script + ".test")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
