package consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts the program of {@link Main} in JVMs of its own, as users do. Runs after packaging. */
class StartCheck {
  private static final Path TARGET = Path.of("target");
  private static final String CLASSES = TARGET.resolve("classes").toString();
  private static final String ANSWERS = "bread 2.25\ntea 7.50\nbread 1\ntea 2\ntea 3\n";
  private static final List<String> FLAGS =
      List.of(
          "--add-modules=jdk.incubator.vector",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  @TempDir Path folder;

  private static Path everythingJar() throws IOException {
    try (var files = Files.list(TARGET.resolve("all"))) {
      return files.filter(file -> file.toString().endsWith("-all.jar")).findFirst().orElseThrow();
    }
  }

  private static String libraries() {
    return CLASSES + File.pathSeparator + TARGET.resolve("lib") + File.separator + "*";
  }

  /** Runs java and returns what it printed to its standard output. */
  private String java(List<String> flags, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.addAll(flags);
    Collections.addAll(command, arguments);
    Path out = folder.resolve("out");
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile())
            .start();
    int status = process.waitFor();
    assertThat(status).as("%s%n%s", command, Files.readString(errors)).isZero();
    return Files.readString(out, StandardCharsets.UTF_8).replace("\r\n", "\n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onTheClassPath(boolean flags) throws Exception {
    assertThat(java(flags ? FLAGS : List.of(), "-cp", libraries(), "consumer.Main"))
        .isEqualTo(ANSWERS);
  }

  @Test
  void withAFolder() throws Exception {
    String database = folder.resolve("database").toString();
    assertThat(java(FLAGS, "-cp", libraries(), "consumer.Main", database)).isEqualTo(ANSWERS);
  }

  @Test
  void withOneJar() throws Exception {
    String path = CLASSES + File.pathSeparator + everythingJar();
    assertThat(java(List.of(), "-cp", path, "consumer.Main")).isEqualTo(ANSWERS);
    String database = folder.resolve("database").toString();
    assertThat(java(FLAGS, "-cp", path, "consumer.Main", database)).isEqualTo(ANSWERS);
  }

  @Test
  void onTheModulePath() throws Exception {
    Path module = folder.resolve("module-info.java");
    Files.writeString(
        module, "module consumer { requires dev.paceline.calcite; requires java.sql; }");
    Path classes = Files.createDirectories(folder.resolve("classes"));
    String modules = everythingJar().toString();
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "-d",
                classes.toString(),
                "-p",
                modules,
                module.toString(),
                Path.of("src", "main", "java", "consumer", "Main.java").toString());
    assertThat(status).isZero();
    String path = modules + File.pathSeparator + classes;
    assertThat(java(FLAGS, "-p", path, "-m", "consumer/consumer.Main")).isEqualTo(ANSWERS);
    assertThat(java(List.of(), "-p", path, "-m", "consumer/consumer.Main")).isEqualTo(ANSWERS);
  }

  @Test
  void inASpringBootJar() throws Exception {
    String jar = TARGET.resolve("consumer-1-boot.jar").toString();
    assertThat(java(List.of(), "-jar", jar)).isEqualTo(ANSWERS);
    assertThat(java(FLAGS, "-jar", jar)).isEqualTo(ANSWERS);
  }
}
