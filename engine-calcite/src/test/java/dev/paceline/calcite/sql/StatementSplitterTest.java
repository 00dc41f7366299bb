package dev.paceline.calcite.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatementSplitterTest {
  private static List<String> all(String script) {
    return StatementSplitter.split(script).all();
  }

  @Test
  void cutsAtSemicolonsAndDropsWhatIsEmpty() {
    assertThat(all("select 1; select 2 ;;\n ; select 3"))
        .containsExactly("select 1", "select 2", "select 3");
    assertThat(all("")).isEmpty();
    assertThat(all(" \n\t; ;")).isEmpty();
    assertThat(all("-- nothing\n; /* nothing; */")).isEmpty();
  }

  @Test
  void semicolonsInQuotesAndCommentsAreText() {
    assertThat(all("select ';' ; select \"a;b\"")).containsExactly("select ';'", "select \"a;b\"");
    assertThat(all("select 'it''s; fine'; select 2"))
        .containsExactly("select 'it''s; fine'", "select 2");
    assertThat(all("select 1 -- a; b\n, 2; select /* ; ' */ 3"))
        .containsExactly("select 1 -- a; b\n, 2", "select /* ; ' */ 3");
    assertThat(all("select '--'; select '/*'; select 4"))
        .containsExactly("select '--'", "select '/*'", "select 4");
    assertThat(all("select 8 - 3 / 2; select 1")).containsExactly("select 8 - 3 / 2", "select 1");
  }

  @Test
  void semicolonsInOtherStringsAreText() {
    assertThat(all("select $$a;b$$; select $x$;$$;$x$ ; select 2"))
        .containsExactly("select $$a;b$$", "select $x$;$$;$x$", "select 2");
    assertThat(all("select e'it\\';'; select E'\\\\'; select 2"))
        .containsExactly("select e'it\\';'", "select E'\\\\'", "select 2");
    assertThat(all("select 'a\\'; select name'b\\'; select 2"))
        .containsExactly("select 'a\\'", "select name'b\\'", "select 2");
    assertThat(all("select a$$ + $1; select 3")).containsExactly("select a$$ + $1", "select 3");
    assertThat(StatementSplitter.split("select $$a; ").isOpen()).isTrue();
    assertThat(StatementSplitter.split("select e'a\\'; ").isOpen()).isTrue();
  }

  @Test
  void knowsWhetherTheTextIsOpen() {
    assertThat(StatementSplitter.split("select 'a;").isOpen()).isTrue();
    assertThat(StatementSplitter.split("select \"a;").isOpen()).isTrue();
    assertThat(StatementSplitter.split("/* select 1;").isOpen()).isTrue();
    assertThat(StatementSplitter.split("select 1 -- it's").isOpen()).isFalse();
    assertThat(StatementSplitter.split("select 'a''").isOpen()).isTrue();
    StatementSplitter parts = StatementSplitter.split("select 1; select");
    assertThat(parts.statements()).containsExactly("select 1");
    assertThat(parts.rest()).isEqualTo("select");
    assertThat(StatementSplitter.split("select 1; -- done").rest()).isEmpty();
  }

  @Test
  void joinedStatementsComeApartAgain() {
    List<String> pieces =
        List.of(
            "select ';'", "\"x;\"", "/*;*/ a", "b -- ;\n c", "'it''s'", "1 - 2", "a / b", "`q;`");
    long seed = 20260101;
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      List<String> chosen =
          random.ints(random.nextInt(1, 8), 0, pieces.size()).mapToObj(pieces::get).toList();
      assertThat(all(String.join(" ;\n", chosen)))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(chosen);
    }
  }
}
