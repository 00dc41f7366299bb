package dev.paceline.benchmarks.cli;

import dev.paceline.server.cli.CommandProvider;

/** Adds {@code paceline bench}; found by {@link java.util.ServiceLoader}. */
public final class BenchProvider implements CommandProvider {
  @Override
  public Object command() {
    return new BenchCommand();
  }
}
