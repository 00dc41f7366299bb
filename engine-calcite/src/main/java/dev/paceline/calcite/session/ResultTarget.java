package dev.paceline.calcite.session;

import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.RowTarget;
import dev.paceline.storage.table.Appender;

/** Takes the rows of a query that would otherwise be handed out. */
interface ResultTarget {
  /** Returns what takes the rows of a query that runs on the engine. */
  RowTarget rows();

  /** Adds the selected rows of a batch that came to the caller's thread. */
  void append(Batch batch);

  /** Returns the target that adds rows to a table. */
  static ResultTarget of(Appender appender) {
    return new ResultTarget() {
      @Override
      public RowTarget rows() {
        return appender.target();
      }

      @Override
      public void append(Batch batch) {
        appender.append(batch);
      }
    };
  }
}
