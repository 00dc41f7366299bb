package dev.paceline.benchmarks.kernel;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paceline.benchmarks.suite.JsonReport;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/** Puts the times of twins side by side, beside the speed of plain reading. */
public final class KernelReport {
  private static final String TWIN = "twin";
  private static final String WORKING_SET = "workingSet";
  private static final String WIDTH = "width";

  /**
   * One benchmark with its parameters.
   *
   * @param parameters all but the twin, by name
   * @param bytesRead bytes read in sequence for a row; 0 if that says nothing
   * @param scalarNanos a row by the scalar twin, or by the only implementation
   * @param simdNanos a row by the SIMD twin; NaN if there is none
   */
  public record Line(
      String family,
      String method,
      Map<String, String> parameters,
      int bytesRead,
      double scalarNanos,
      double simdNanos) {

    /** Nanoseconds a row of what queries run on. */
    public double servingNanos() {
      return Double.isNaN(simdNanos) ? scalarNanos : simdNanos;
    }

    /** How many times faster the SIMD twin is. */
    public double ratio() {
      return scalarNanos / simdNanos;
    }

    /** Of what queries run on; a GB has 1,000,000,000 bytes. */
    public double gigabytesPerSecond() {
      return bytesRead / servingNanos();
    }
  }

  private final PrintStream out;
  private final List<Line> lines = new ArrayList<>();
  private final Map<WorkingSet, Double> reading = new EnumMap<>(WorkingSet.class);

  KernelReport(PrintStream out) {
    this.out = out;
  }

  /** Everything so far. */
  public List<Line> lines() {
    return List.copyOf(lines);
  }

  void add(Class<?> benchmark, Collection<RunResult> results) {
    Map<List<Object>, List<RunResult>> twins =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    result -> List.of(method(result.getParams()), parameters(result.getParams())),
                    LinkedHashMap::new,
                    Collectors.toList()));
    header(KernelBenchmarks.family(benchmark));
    for (List<RunResult> pair : twins.values()) {
      Line line = line(benchmark, pair);
      if (benchmark == SequentialReadBenchmark.class) {
        reading.put(workingSet(line), line.gigabytesPerSecond());
      }
      lines.add(line);
      print(line);
    }
    out.flush();
  }

  private static Line line(Class<?> benchmark, List<RunResult> pair) {
    BenchmarkParams params = pair.getFirst().getParams();
    double scalar = Double.NaN;
    double simd = Double.NaN;
    for (RunResult result : pair) {
      double nanos = result.getPrimaryResult().getScore();
      if (TwinState.Twin.SIMD.name().equals(result.getParams().getParam(TWIN))) {
        simd = nanos;
      } else {
        scalar = nanos;
      }
    }
    return new Line(
        KernelBenchmarks.family(benchmark),
        method(params),
        parameters(params),
        bytesRead(benchmark, params),
        scalar,
        simd);
  }

  private static String method(BenchmarkParams params) {
    String name = params.getBenchmark();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static Map<String, String> parameters(BenchmarkParams params) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String key : params.getParamsKeys()) {
      if (!key.equals(TWIN)) {
        parameters.put(key, params.getParam(key));
      }
    }
    return parameters;
  }

  private static int bytesRead(Class<?> benchmark, BenchmarkParams params) {
    for (Method method : benchmark.getMethods()) {
      BytesRead read = method.getAnnotation(BytesRead.class);
      if (read != null && method.getName().equals(method(params))) {
        int width = read.lanes() == 0 ? 0 : Integer.parseInt(params.getParam(WIDTH));
        return read.bytes() + read.lanes() * width;
      }
    }
    return 0;
  }

  /** Benchmarks without this parameter stay in the cache. */
  private static WorkingSet workingSet(Line line) {
    return WorkingSet.valueOf(line.parameters().getOrDefault(WORKING_SET, WorkingSet.CACHE.name()));
  }

  private void header(String family) {
    out.println();
    out.println(
        Text.format(
            "%-58s %9s %9s %6s %7s %6s",
            family + ", nanoseconds a row", "scalar", "SIMD", "ratio", "GB/s", "read"));
  }

  private void print(Line line) {
    String parameters =
        line.parameters().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" "));
    out.println(
        Text.format(
            "%-58s %9s %9s %6s %7s %6s",
            line.method() + " " + parameters,
            number(line.scalarNanos(), 3),
            number(line.simdNanos(), 3),
            number(line.ratio(), 1),
            line.bytesRead() == 0 ? "" : number(line.gigabytesPerSecond(), 1),
            percentOfReading(line)));
  }

  private static String number(double number, int digits) {
    return Double.isNaN(number) ? "" : Text.format("%." + digits + "f", number);
  }

  private String percentOfReading(Line line) {
    @Nullable Double read = reading.get(workingSet(line));
    return read == null || line.bytesRead() == 0
        ? ""
        : Text.format("%.0f %%", 100 * line.gigabytesPerSecond() / read);
  }

  /** Everything that was measured. */
  public byte[] toJson() throws IOException {
    ObjectNode root = JsonReport.of("kernel");
    ArrayNode array = root.putArray("lines");
    for (Line line : lines) {
      ObjectNode node = array.addObject();
      node.put("family", line.family()).put("method", line.method());
      node.putPOJO("parameters", line.parameters());
      node.put("scalarNanos", line.scalarNanos());
      if (!Double.isNaN(line.simdNanos())) {
        node.put("simdNanos", line.simdNanos()).put("ratio", line.ratio());
      }
      if (line.bytesRead() > 0) {
        node.put("gigabytesPerSecond", line.gigabytesPerSecond());
      }
    }
    return JsonReport.bytes(root);
  }
}
