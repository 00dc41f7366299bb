package dev.paceline.core.operator.spill;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.spill.TemporaryFile.Extent;
import java.util.ArrayList;
import java.util.List;

/** The pages of some rows in a temporary file. Any thread may use it. */
final class SpilledRows {
  @GuardedBy("this")
  private final List<Page> pages = new ArrayList<>();

  @GuardedBy("this")
  private long rowCount;

  record Page(Extent extent, int rows) {}

  synchronized void add(Page page) {
    pages.add(page);
    rowCount += page.rows;
  }

  synchronized long rowCount() {
    return rowCount;
  }

  synchronized List<Page> pages() {
    return List.copyOf(pages);
  }
}
