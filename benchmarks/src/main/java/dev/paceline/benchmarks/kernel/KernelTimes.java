package dev.paceline.benchmarks.kernel;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/**
 * The times of one benchmark with its parameters.
 *
 * @param parameters all but the twin, by name
 * @param bytesRead bytes read in sequence per row; 0 if that says nothing
 * @param scalarNanos nanoseconds per row of the scalar twin, or of the only implementation
 * @param simdNanos nanoseconds per row of the SIMD twin; null if there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record KernelTimes(
    String family,
    String method,
    Map<String, String> parameters,
    int bytesRead,
    double scalarNanos,
    @Nullable Double simdNanos) {
  private static final String TWIN = "twin";
  private static final String WORKING_SET = "workingSet";
  private static final String WIDTH = "width";

  /** Pairs the results of twins. */
  static List<KernelTimes> of(Class<?> benchmark, Collection<RunResult> results) {
    Map<List<Object>, List<RunResult>> twins =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    result -> List.of(method(result.getParams()), parameters(result.getParams())),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return twins.values().stream().map(pair -> of(benchmark, pair)).toList();
  }

  private static KernelTimes of(Class<?> benchmark, List<RunResult> pair) {
    BenchmarkParams params = pair.getFirst().getParams();
    double scalar = Double.NaN;
    Double simd = null;
    for (RunResult result : pair) {
      double nanos = result.getPrimaryResult().getScore();
      if (TwinState.Twin.SIMD.name().equals(result.getParams().getParam(TWIN))) {
        simd = nanos;
      } else {
        scalar = nanos;
      }
    }
    return new KernelTimes(
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

  /** Returns how many times faster the SIMD twin is; null if there is none. */
  @JsonProperty
  @Nullable Double ratio() {
    return simdNanos == null ? null : scalarNanos / simdNanos;
  }

  /** Returns the speed of what queries run on; null if no bytes are read in sequence. */
  @JsonProperty
  @Nullable Double gigabytesPerSecond() {
    return bytesRead == 0 ? null : bytesRead / (simdNanos == null ? scalarNanos : simdNanos);
  }

  /** Returns the working set; benchmarks without this parameter stay in the cache. */
  WorkingSet workingSet() {
    return WorkingSet.valueOf(parameters.getOrDefault(WORKING_SET, WorkingSet.CACHE.name()));
  }

  /** Returns the method and its parameters. */
  String label() {
    return parameters.entrySet().stream()
        .map(entry -> " " + entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining("", method, ""));
  }
}
