package dev.paceline.calcite.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.jdbc.PacelineDriver;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every registered setting works the same way in the URL, in SET, RESET and SHOW. */
final class SettingsTest {
  private static final Pattern UNDERSCORE_AND_LETTER = Pattern.compile("_([a-z])");

  @TempDir private Path directory;

  static List<Setting<?>> all() {
    return Settings.ALL;
  }

  static Stream<Setting<?>> settable() {
    return Settings.ALL.stream().filter(Setting::isSettable);
  }

  static Stream<Setting<?>> fixed() {
    return Settings.ALL.stream().filter(setting -> !setting.isSettable());
  }

  private Connection open(String settings) throws SQLException {
    return DriverManager.getConnection("jdbc:paceline:" + directory.resolve("db") + settings);
  }

  private static String show(Connection connection, Setting<?> setting) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW " + setting.name())) {
      assertThat(row.getMetaData().getColumnLabel(1)).isEqualTo(setting.name());
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns values to try: all, if there are few, or an example. */
  private static List<String> values(Setting<?> setting) {
    return setting.type().choices().isEmpty()
        ? List.of(setting.type().example())
        : setting.type().choices();
  }

  private static <T> String canonical(Setting<T> setting, String text) {
    T value = setting.parse(setting.name(), text);
    return value == null ? setting.defaultValue() : setting.type().printer().apply(value);
  }

  private static String camelCase(Setting<?> setting) {
    return UNDERSCORE_AND_LETTER
        .matcher(setting.name())
        .replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
  }

  @Test
  void areSortedByName() {
    assertThat(Settings.ALL).isSortedAccordingTo(Comparator.comparing(Setting::name));
  }

  @ParameterizedTest
  @MethodSource("all")
  void areFoundBySeveralSpellings(Setting<?> setting) {
    assertThat(Settings.of(setting.name())).isSameAs(setting);
    assertThat(Settings.of(camelCase(setting))).isSameAs(setting);
    assertThat(Settings.of(setting.name().toUpperCase(Locale.ROOT))).isSameAs(setting);
  }

  @ParameterizedTest
  @MethodSource("all")
  <T> void writeWhatTheyRead(Setting<T> setting) {
    for (String value : values(setting)) {
      String written = canonical(setting, value);
      assertThat(canonical(setting, written)).isEqualTo(written);
    }
    assertThat(setting.parse(setting.name(), setting.defaultValue())).isNull();
  }

  @ParameterizedTest
  @MethodSource("all")
  void aUrlGivesThem(Setting<?> setting) throws SQLException {
    for (String value : values(setting)) {
      open("").close(); // a read-only connection needs a database
      for (String name : List.of(setting.name(), camelCase(setting))) {
        try (Connection connection = open(";" + name + "=" + value)) {
          assertThat(show(connection, setting)).isEqualTo(canonical(setting, value));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("settable")
  void setChangesAndResetRestoresThem(Setting<?> setting) throws SQLException {
    try (Connection connection = open(";workers=8")) {
      String before = show(connection, setting);
      for (String value : values(setting)) {
        run(connection, "SET " + setting.name() + " = '" + value + "'");
        assertThat(show(connection, setting)).isEqualTo(canonical(setting, value));
      }
      run(connection, "RESET " + setting.name());
      assertThat(show(connection, setting)).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @MethodSource("fixed")
  void setRefusesThoseThatAreFixedByOpening(Setting<?> setting) throws SQLException {
    String value = setting.type().example();
    try (Connection connection = open("")) {
      String before = show(connection, setting);
      assertThatThrownBy(() -> run(connection, "SET " + setting.name() + " = '" + value + "'"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining(
              setting.name()
                  + " cannot change while a connection is open; write it into the URL, such as ;"
                  + setting.name()
                  + "="
                  + value);
      assertThat(show(connection, setting)).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aWrongValueIsRefusedWithAnExample(Setting<?> setting) throws SQLException {
    if (setting.equals(Settings.TEMPORARY_DIRECTORY)) {
      return; // every string is a directory that may exist
    }
    for (String sql : List.of("SET " + setting.name() + " = 'not a value'")) {
      try (Connection connection = open("")) {
        assertThatThrownBy(() -> run(connection, sql))
            .hasMessageContaining(setting.name())
            .hasMessageContaining("an example is " + setting.type().example());
      }
    }
    assertThatThrownBy(() -> open(";" + camelCase(setting) + "=not a value"))
        .hasMessageContaining(camelCase(setting))
        .hasMessageContaining("an example is " + setting.type().example());
  }

  @Test
  void resetAllLeavesTheSettingsOfOtherSessions() throws SQLException {
    try (Connection connection = open(";workers=2")) {
      run(connection, "SET priority = 7");
      run(connection, "SET query_memory = '5MB'");
      run(connection, "SET workers = 1");
      run(connection, "RESET ALL");
      assertThat(show(connection, Settings.PRIORITY)).isEqualTo("1");
      assertThat(show(connection, Settings.QUERY_MEMORY)).isEqualTo("auto");
      assertThat(show(connection, Settings.WORKERS)).isEqualTo("1");
    }
  }

  @Test
  void settingsOfASessionAreItsOwn() throws SQLException {
    try (Connection first = open("");
        Connection second = open(";priority=3")) {
      run(first, "SET priority = 7");
      assertThat(show(first, Settings.PRIORITY)).isEqualTo("7");
      assertThat(show(second, Settings.PRIORITY)).isEqualTo("3");
      run(first, "SET scan_policy = elevator");
      assertThat(show(second, Settings.SCAN_POLICY)).isEqualTo("elevator");
    }
  }

  @Test
  void aSecondConnectionCannotChangeWhatOpeningFixed() throws SQLException {
    try (Connection first = open(";readDepth=4;workers=2")) {
      run(first, "SET workers = 1");
      assertThatThrownBy(() -> open(";readDepth=8"))
          .hasMessageContaining("is open in this process with read_depth=4, not 8");
      assertThatThrownBy(() -> open(";workers=3"))
          .hasMessageContaining("is open in this process with workers=2, not 3");
      open(";workers=2;readDepth=4").close();
      open("").close();
      assertThat(show(first, Settings.WORKERS)).as("as SET left it").isEqualTo("1");
    }
  }

  @Test
  void aTableListsAllOfThem() throws SQLException {
    List<List<String>> expected = new ArrayList<>();
    List<List<String>> actual = new ArrayList<>();
    try (Connection connection = open(";priority=3");
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW ALL")) {
      while (row.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
          cells.add(row.getString(i));
        }
        actual.add(cells);
      }
      for (Setting<?> setting : Settings.ALL) {
        expected.add(
            List.of(
                setting.name(),
                show(connection, setting),
                setting.defaultValue(),
                setting.scope().name().toLowerCase(Locale.ROOT),
                setting.type().name(),
                setting.description()));
      }
    }
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void theDriverDescribesAllOfThem() throws SQLException {
    Properties given = new Properties();
    given.setProperty("queryMemory", "5MB");
    DriverPropertyInfo[] properties =
        new PacelineDriver().getPropertyInfo("jdbc:paceline:mem:", given);
    assertThat(Arrays.stream(properties).map(property -> property.name))
        .isEqualTo(Settings.ALL.stream().map(Setting::name).toList());
    for (DriverPropertyInfo property : properties) {
      assertThat(property.description).contains(Settings.of(property.name).defaultValue());
      assertThat(property.value).isEqualTo(property.name.equals("query_memory") ? "5MB" : null);
    }
  }

  @Test
  void anUnknownNameIsRefusedWithTheNearest() throws SQLException {
    try (Connection connection = open("")) {
      for (String sql : List.of("SET priorty = 1", "RESET priorty", "SHOW priorty")) {
        assertThatThrownBy(() -> run(connection, sql))
            .hasMessageContaining("there is no setting priorty; did you mean priority?");
      }
    }
  }
}
