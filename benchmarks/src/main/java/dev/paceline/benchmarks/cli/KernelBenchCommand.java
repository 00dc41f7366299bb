package dev.paceline.benchmarks.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/** {@code paceline bench kernel}: JMH over the kernels; every argument is JMH's. */
@Command(
    name = "kernel",
    description = "Runs JMH on the kernels; all arguments are JMH's (-h lists them).")
final class KernelBenchCommand implements Callable<Integer> {
  @Parameters(arity = "0..*", hidden = true)
  private List<String> patterns = new ArrayList<>();

  @Unmatched private List<String> options = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(patterns);
    Main.main(arguments.toArray(String[]::new));
    return 0;
  }
}
