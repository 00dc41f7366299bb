package consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts the programs of the other modules in JVMs of their own, as users do. */
class StartTest {
  private static final String CLASSES = Built.PROGRAM.resolve("classes").toString();
  private static final String ANSWERS = "bread 2.25\ntea 7.50\nbread 1\ntea 2\ntea 3\n";
  private static final String VECTOR_FLAG = "--add-modules=jdk.incubator.vector";

  @TempDir Path folder;

  /** What a JVM printed to its two streams. */
  private record Output(String answers, String messages) {
    /** How often the messages name the flag without which kernels are scalar. */
    int advice() {
      return messages.split(VECTOR_FLAG, -1).length - 1;
    }
  }

  private static List<String> flags(boolean given, String callers) {
    return given
        ? List.of(
            VECTOR_FLAG,
            "--enable-native-access=" + callers,
            "--sun-misc-unsafe-memory-access=allow")
        : List.of();
  }

  private static List<String> flags(boolean given) {
    return flags(given, "ALL-UNNAMED");
  }

  private static String path(Object... entries) {
    List<String> texts = new ArrayList<>();
    for (Object entry : entries) {
      texts.add(entry.toString());
    }
    return String.join(File.pathSeparator, texts);
  }

  private static String libraries() {
    return path(CLASSES, Built.PROGRAM.resolve("lib").resolve("*"));
  }

  private String newDatabase() {
    return folder.resolve("database").toString();
  }

  private Output java(List<String> flags, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.addAll(flags);
    Collections.addAll(command, arguments);
    Path answers = folder.resolve("answers");
    Path messages = folder.resolve("messages");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(answers.toFile())
            .redirectError(messages.toFile())
            .start();
    int status = process.waitFor();
    Output output = new Output(read(answers), read(messages));
    assertThat(status).as("%s%n%s", command, output.messages()).isZero();
    return output;
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file).replace("\r\n", "\n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onTheClassPath(boolean flags) throws Exception {
    Output output = java(flags(flags), "-cp", libraries(), "consumer.Main");
    assertThat(output.answers()).isEqualTo(ANSWERS);
  }

  @Test
  void withAFolder() throws Exception {
    Output output = java(flags(true), "-cp", libraries(), "consumer.Main", newDatabase());
    assertThat(output.answers()).isEqualTo(ANSWERS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void withOneJar(boolean flags) throws Exception {
    String path = path(CLASSES, Built.oneJar());
    Output output = java(flags(flags), "-cp", path, "consumer.Main", newDatabase());
    assertThat(output.answers()).isEqualTo(ANSWERS);
    assertThat(output.advice()).as(output.messages()).isEqualTo(flags ? 0 : 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onTheModulePath(boolean flags) throws Exception {
    Output output = modular(flags(flags, "dev.paceline.calcite"), "mem:");
    assertThat(output.answers()).isEqualTo("bread 1\ntea 2\n");
    assertThat(output.advice()).as(output.messages()).isEqualTo(flags ? 0 : 1);
    if (flags) {
      assertThat(output.messages()).doesNotContain("restricted method");
    }
  }

  /** The library that writes the records of a folder's log uses a module that is not resolved. */
  @Test
  void onTheModulePathWithAFolder() throws Exception {
    assertThat(modular(List.of("--add-modules=jdk.unsupported"), newDatabase()).answers())
        .isEqualTo("bread 1\ntea 2\n");
    assertThatThrownBy(() -> modular(List.of(), folder.resolve("another").toString()))
        .hasMessageContaining("add \"requires jdk.unsupported\" to module-info.java");
  }

  private Output modular(List<String> flags, String place) throws Exception {
    String path = path(Built.MODULAR.resolve("classes"), Built.oneJar());
    return java(flags, "-p", path, "-m", "consumer.modular/consumer.modular.ModularMain", place);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void inASpringBootJar(boolean flags) throws Exception {
    String jar = Built.PROGRAM.resolve("program-1-boot.jar").toString();
    assertThat(java(flags(flags), "-jar", jar).answers()).isEqualTo(ANSWERS);
  }

  /** Tools load a driver in a class loader of its own, and from a file that a person chose. */
  @Test
  void inAClassLoaderOfItsOwn() throws Exception {
    URL[] jars = {Built.oneJar().toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
      List<Driver> drivers = new ArrayList<>();
      ServiceLoader.load(Driver.class, loader).forEach(drivers::add);
      assertThat(drivers)
          .extracting(driver -> driver.getClass().getName())
          .containsExactly("dev.paceline.calcite.jdbc.PacelineDriver");
      String url = "jdbc:paceline:" + newDatabase();
      try (Connection connection = drivers.getFirst().connect(url, new Properties());
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE sales AS VALUES (1), (2)");
        try (ResultSet result =
            statement.executeQuery("SELECT sum(col0), soundex('tea') FROM sales")) {
          assertThat(result.next()).isTrue();
          assertThat(result.getInt(1)).isEqualTo(3);
          assertThat(result.getString(2)).isEqualTo("T000");
        }
      }
    }
  }
}
