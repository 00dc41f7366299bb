package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.settings.Setting;
import dev.paceline.calcite.settings.SettingScope;
import dev.paceline.calcite.settings.Settings;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of settings lists exactly what is registered. */
final class SettingsPageTest {
  private static final String ROW = "| `%s` | %s | %s | %s | `%s` | %s |";

  @Test
  void thePageIsTheRegistry() {
    List<String> page =
        SourceTree.read(SourceTree.root().resolve("docs/settings.md"))
            .lines()
            .filter(line -> line.startsWith("| `"))
            .toList();
    assertThat(String.join("\n", page))
        .as("the rows of docs/settings.md")
        .isEqualTo(String.join("\n", rows().toList()));
  }

  private static Stream<String> rows() {
    return Settings.ALL.stream()
        .map(
            setting ->
                ROW.formatted(
                    setting.name(),
                    setting.scope() == SettingScope.SESSION ? "session" : "database",
                    setting.isSettable() ? "yes" : "no",
                    values(setting),
                    setting.defaultValue(),
                    setting.description()));
  }

  private static String values(Setting<?> setting) {
    List<String> choices = setting.type().choices();
    return choices.isEmpty()
        ? "%s, such as `%s`".formatted(setting.type().name(), setting.type().example())
        : "`" + String.join("`, `", choices) + "`";
  }
}
