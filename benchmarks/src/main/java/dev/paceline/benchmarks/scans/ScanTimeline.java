package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.simulation.scans.SimulationResult;
import dev.paceline.benchmarks.simulation.scans.SimulationResult.Activity;
import dev.paceline.benchmarks.simulation.scans.SimulationResult.QueryTime;
import dev.paceline.benchmarks.simulation.scans.SimulationResult.Span;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/**
 * A picture of a run. Each chunk has a row, which is grey while the chunk is read and has the
 * colour of a scan while that scan works on it. Each scan has a row below, which is pale from the
 * scan's begin to its end and full while it works.
 *
 * <p>Source: the graphs of Cooperative Scans (2004).
 */
final class ScanTimeline {
  private static final Color[] COLORS = {
    new Color(0x1B6CA8), new Color(0xD1495B), new Color(0x2E933C), new Color(0xEDAE49)
  };
  private static final Color READ = new Color(0x9AA0A6);
  private static final Color GRID = new Color(0xE3E6E8);
  private static final int LEFT = 90;
  private static final int RIGHT = 20;
  private static final int TOP = 12;
  private static final int ROW = 18;
  private static final int PIXELS_PER_SECOND = 160;

  private ScanTimeline() {}

  static void write(SimulationResult result, int chunks, Path file) throws IOException {
    int seconds = (int) Math.ceil(result.totalSeconds());
    int width = LEFT + seconds * PIXELS_PER_SECOND + RIGHT;
    int rows = chunks + 1 + result.queries().size();
    int height = TOP + rows * ROW + 24;
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.setRenderingHint(
          RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
      graphics.setColor(Color.WHITE);
      graphics.fillRect(0, 0, width, height);
      drawGrid(graphics, seconds, rows);
      for (int chunk = 0; chunk < chunks; chunk++) {
        label(graphics, "chunk " + chunk, chunk);
      }
      drawQueries(graphics, result, chunks + 1);
      for (Span span : result.spans()) {
        drawSpan(graphics, span, chunks + 1);
      }
    } finally {
      graphics.dispose();
    }
    ImageIO.write(image, "png", file.toFile());
  }

  private static void drawGrid(Graphics2D graphics, int seconds, int rows) {
    for (int second = 0; second <= seconds; second++) {
      int x = x(second);
      graphics.setColor(GRID);
      graphics.drawLine(x, TOP, x, TOP + rows * ROW);
      graphics.setColor(Color.DARK_GRAY);
      graphics.drawString(second + " s", x - 6, TOP + rows * ROW + 16);
    }
  }

  private static void drawQueries(Graphics2D graphics, SimulationResult result, int firstRow) {
    for (int i = 0; i < result.queries().size(); i++) {
      QueryTime time = result.queries().get(i);
      label(graphics, time.query().type(), firstRow + i);
      Color color = COLORS[i % COLORS.length];
      graphics.setColor(new Color(color.getRed(), color.getGreen(), color.getBlue(), 70));
      bar(graphics, firstRow + i, time.start(), time.end(), 3, ROW - 6);
    }
  }

  private static void drawSpan(Graphics2D graphics, Span span, int firstRow) {
    if (span.activity() == Activity.READ) {
      graphics.setColor(READ);
      bar(graphics, span.chunk(), span.from(), span.to(), 2, ROW - 4);
      return;
    }
    int lane = span.query() % COLORS.length;
    graphics.setColor(COLORS[lane]);
    bar(graphics, span.chunk(), span.from(), span.to(), 2 + 4 * lane, 3);
    bar(graphics, firstRow + span.query(), span.from(), span.to(), 3, ROW - 6);
  }

  private static void bar(
      Graphics2D graphics, int row, double from, double to, int offset, int height) {
    int x = x(from);
    graphics.fillRect(x, TOP + row * ROW + offset, Math.max(1, x(to) - x), height);
  }

  private static void label(Graphics2D graphics, String text, int row) {
    graphics.setColor(Color.DARK_GRAY);
    graphics.drawString(text, 8, TOP + row * ROW + ROW - 4);
  }

  private static int x(double seconds) {
    return LEFT + (int) Math.round(seconds * PIXELS_PER_SECOND);
  }
}
