package dev.paceline.benchmarks.kernel;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The times of one kernel with its parameters.
 *
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
  /**
   * Returns the times of a kernel.
   *
   * @param nanosByTwin nanoseconds per row of a batch
   */
  static KernelTimes of(KernelMethod kernel, String combination, Map<String, Double> nanosByTwin) {
    Map<String, String> parameters = new TreeMap<>(KernelMethod.parse(combination));
    Double simd = nanosByTwin.get(KernelTrial.SIMD);
    Double only = nanosByTwin.get(KernelTrial.NO_TWIN);
    double scalar = only == null ? nanosByTwin.get(KernelTrial.SCALAR) : only;
    return new KernelTimes(
        kernel.family(),
        kernel.name(),
        parameters,
        kernel.bytesRead(parameters),
        kernel.nanosPerRow(scalar),
        simd == null ? null : kernel.nanosPerRow(simd));
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

  /** Returns the working set; kernels without this parameter stay in the cache. */
  String workingSet() {
    return parameters.getOrDefault(KernelTrial.WORKING_SET, WorkingSet.CACHE.name());
  }

  /** Returns the method and its parameters. */
  String label() {
    return parameters.entrySet().stream()
        .map(entry -> " " + entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining("", method, ""));
  }
}
