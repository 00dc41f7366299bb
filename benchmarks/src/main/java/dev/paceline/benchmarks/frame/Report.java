package dev.paceline.benchmarks.frame;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text that a benchmark prints while it runs, and the figures that it writes as JSON at the
 * end: records, lists and maps, as Jackson writes them.
 */
public final class Report {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  private final PrintStream out;
  private final ObjectNode root = MAPPER.createObjectNode();
  private final ObjectNode options;
  private FigureTable table = new FigureTable("");
  private boolean failed;

  Report(String benchmark, PrintStream out) {
    this.out = out;
    root.put("benchmark", benchmark);
    root.putObject("machine")
        .put("processors", Runtime.getRuntime().availableProcessors())
        .put("processor", processor())
        .put("java", System.getProperty("java.version"))
        .put("system", System.getProperty("os.name"));
    options = root.putObject("options");
  }

  /** Returns the model of the processor as Linux names it, or the architecture. */
  private static String processor() {
    try (var lines = Files.lines(PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }

  /** Formats a number without superfluous digits, such as {@code 0.1} or {@code 10}. */
  public static String number(double number) {
    return Text.number(number);
  }

  /** Prints a line, formatted in the root locale. */
  public void say(String pattern, Object... values) {
    out.println(Text.format(pattern, values));
    out.flush();
  }

  /**
   * Begins a table, and prints the titles of its columns.
   *
   * @param columns titles and formats, such as {@code query %-6s; ratio %8.2f}
   */
  public void table(String columns) {
    table = new FigureTable(columns);
    say("%s", table.titles());
  }

  /**
   * Prints a row of the table that was begun last.
   *
   * @param values of the first columns, and perhaps a remark behind those of all columns; null and
   *     NaN leave a column blank
   */
  public void row(@Nullable Object... values) {
    say("%s", table.row(values));
  }

  /** Returns a new list of figures in the JSON. */
  public <T> List<T> list(String key) {
    List<T> figures = new ArrayList<>();
    put(key, figures);
    return figures;
  }

  /** Adds figures to the JSON. */
  public void put(String key, Object figures) {
    root.putPOJO(key, figures);
  }

  void putOption(String name, @Nullable Object value) {
    options.putPOJO(name, value instanceof Path path ? path.toString() : value);
  }

  /** Prints what went wrong with a part of the benchmark, whose exit status will be 1. */
  public void fail(String what, String failure) {
    failed = true;
    say("%s FAILED: %s", what, failure);
  }

  boolean hasFailed() {
    return failed;
  }

  byte[] toJson() throws JsonProcessingException {
    return MAPPER.writeValueAsBytes(root);
  }
}
