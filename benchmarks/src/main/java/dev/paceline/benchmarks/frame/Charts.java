package dev.paceline.benchmarks.frame;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that asks for charts, and the folder that they go to. */
public final class Charts {
  @Option(names = "--out", description = "Write charts, PNG and SVG, and other files to a folder.")
  private @Nullable Path folder;

  /** Draws a chart if charts were asked for. */
  public void draw(String name, Supplier<LineChart> chart) throws IOException {
    Path file = file(name);
    if (file != null) {
      chart.get().write(file);
    }
  }

  /** Returns the place of a file in the folder; null if no files were asked for. */
  public @Nullable Path file(String name) throws IOException {
    if (folder == null) {
      return null;
    }
    System.setProperty("java.awt.headless", "true");
    return Files.createDirectories(folder).resolve(name);
  }
}
