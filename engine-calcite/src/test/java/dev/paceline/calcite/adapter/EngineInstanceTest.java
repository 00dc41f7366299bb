package dev.paceline.calcite.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.PacelineException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineInstanceTest {
  private static EngineInstance open(String rest) {
    return EngineInstance.acquire(
        ConnectionUrl.parse("jdbc:paceline:" + rest + ";memory=64m;workers=1", null));
  }

  @Test
  void aDatabaseWithANameOutlivesItsUsers() {
    EngineInstance first = open("mem:shared");
    EngineInstance second = open("mem:shared");
    assertThat(second).isSameAs(first);
    second.release();
    first.release();
    EngineInstance third = open("mem:shared");
    assertThat(third).isSameAs(first);
    third.release();
    assertThat(EngineInstance.closeMemory("shared")).isTrue();
    assertThat(first.users()).isZero();
    assertThat(EngineInstance.closeMemory("shared")).isFalse();
  }

  @Test
  void aClosedNameBelongsToItsUsersUntilTheyEnd() {
    EngineInstance first = open("mem:shared");
    EngineInstance.closeMemory("shared");
    assertThat(first.users()).isOne();
    EngineInstance second = open("mem:shared");
    assertThat(second).isNotSameAs(first);
    first.release();
    assertThat(open("mem:shared")).isSameAs(second);
    second.release();
    second.release();
    EngineInstance.closeMemory("shared");
    assertThat(second.users()).isZero();
  }

  @Test
  void privateDatabasesAreNotShared() {
    EngineInstance first = open("mem:");
    EngineInstance second = open("mem:");
    assertThat(second).isNotSameAs(first);
    first.release();
    second.release();
  }

  @Test
  void allSpellingsOfADirectoryAreOneDatabase(@TempDir Path directory) {
    EngineInstance first = open(directory.resolve("db").toString());
    EngineInstance second = open(directory + "/./x/../db");
    try {
      assertThat(second).isSameAs(first);
    } finally {
      second.release();
      first.release();
    }
  }

  @Test
  void refusesOtherPropertiesWhileOpen() {
    EngineInstance first = open("mem:fixed");
    try {
      assertThatThrownBy(
              () ->
                  SessionSettings.open(
                      ConnectionUrl.parse("jdbc:paceline:mem:fixed;workers=2", null)))
          .isInstanceOf(PacelineException.class)
          .hasMessageContaining("is open in this process with workers=1, not 2");
      EngineInstance second =
          EngineInstance.acquire(ConnectionUrl.parse("jdbc:paceline:mem:fixed", null));
      assertThat(second).isSameAs(first);
      second.release();
    } finally {
      first.release();
      EngineInstance.closeMemory("fixed");
    }
  }
}
