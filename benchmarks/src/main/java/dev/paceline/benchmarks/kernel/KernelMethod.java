package dev.paceline.benchmarks.kernel;

import dev.paceline.benchmarks.kernel.KernelTrial.BatchCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A kernel that can be measured, and the values of its parameters. */
final class KernelMethod {
  /** Parameters that make a run quick that only checks results. */
  private static final Map<String, String> SMOKE =
      Map.of(
          KernelTrial.WORKING_SET,
          WorkingSet.TINY.name(),
          "rows",
          "8192",
          "keys",
          "1000",
          "states",
          "1000");

  private final String family;
  private final String name;
  private final boolean hasTwins;
  private final Preparation preparation;
  private final Map<String, List<String>> parameters = new TreeMap<>();
  private int bytesRead;
  private boolean readsLanes;
  private int rowsPerRun = KernelTrial.ROWS;

  /** Makes the data of a kernel, and checks its results. */
  @FunctionalInterface
  interface Preparation {
    BatchCall prepare(KernelTrial trial);
  }

  private KernelMethod(String family, String name, boolean hasTwins, Preparation preparation) {
    this.family = family;
    this.name = name;
    this.hasTwins = hasTwins;
    this.preparation = preparation;
  }

  /** Returns a kernel with a scalar and a SIMD implementation. */
  static KernelMethod twins(String family, String name, Preparation preparation) {
    return new KernelMethod(family, name, true, preparation);
  }

  /** Returns a kernel with one implementation. */
  static KernelMethod single(String family, String name, Preparation preparation) {
    return new KernelMethod(family, name, false, preparation);
  }

  /** Adds a parameter. */
  KernelMethod with(String parameter, Object... values) {
    parameters.put(parameter, Arrays.stream(values).map(String::valueOf).toList());
    return this;
  }

  /** Adds the parameter of lanes of all widths. */
  KernelMethod withWidths() {
    return with(KernelTrial.WIDTH, 1, 2, 4, 8);
  }

  /** Adds the parameter of data in the cache and in memory. */
  KernelMethod withWorkingSets() {
    return with(KernelTrial.WORKING_SET, WorkingSet.CACHE, WorkingSet.MEMORY);
  }

  /** Declares how many bytes per row are read in sequence; the report turns them into GB/s. */
  KernelMethod reads(int bytes) {
    bytesRead = bytes;
    return this;
  }

  /** Declares that one lane per row is read in sequence. */
  KernelMethod readsLanes() {
    readsLanes = true;
    return this;
  }

  /** Declares the rows of one run, if it is not a batch. */
  KernelMethod rowsPerRun(int rows) {
    rowsPerRun = rows;
    return this;
  }

  String family() {
    return family;
  }

  String name() {
    return name;
  }

  /** Returns the name among the kernels of all families. */
  String fullName() {
    return family + "." + name;
  }

  BatchCall prepare(KernelTrial trial) {
    return preparation.prepare(trial);
  }

  /** Returns the names of its implementations. */
  String[] twins() {
    return hasTwins
        ? new String[] {KernelTrial.SCALAR, KernelTrial.SIMD}
        : new String[] {KernelTrial.NO_TWIN};
  }

  /** Returns the bytes per row that are read in sequence; 0 if that says nothing. */
  int bytesRead(Map<String, String> values) {
    return bytesRead + (readsLanes ? Integer.parseInt(values.get(KernelTrial.WIDTH)) : 0);
  }

  /** Returns the time per row. */
  double nanosPerRow(double nanosPerBatchRow) {
    return nanosPerBatchRow * KernelTrial.ROWS / rowsPerRun;
  }

  /** Returns all combinations of values, such as {@code selectivity=0.1 width=4}. */
  String[] combinations(boolean smoke) {
    List<List<String>> all = List.of(List.of());
    for (Map.Entry<String, List<String>> parameter : parameters.entrySet()) {
      String quick = smoke ? SMOKE.get(parameter.getKey()) : null;
      List<List<String>> longer = new ArrayList<>();
      for (List<String> combination : all) {
        for (String value : quick == null ? parameter.getValue() : List.of(quick)) {
          List<String> next = new ArrayList<>(combination);
          next.add(parameter.getKey() + "=" + value);
          longer.add(next);
        }
      }
      all = longer;
    }
    return all.stream().map(pairs -> String.join(" ", pairs)).toArray(String[]::new);
  }

  /** Returns the values of a combination by the names of the parameters. */
  static Map<String, String> parse(String combination) {
    return Arrays.stream(combination.split(" "))
        .filter(pair -> !pair.isEmpty())
        .map(pair -> pair.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }
}
