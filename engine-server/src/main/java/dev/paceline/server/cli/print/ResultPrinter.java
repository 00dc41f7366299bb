package dev.paceline.server.cli.print;

import java.io.IOException;
import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Prints a whole result. */
public interface ResultPrinter {
  /**
   * Reads a result to its end and prints it. Stops early, without an error, when nobody reads the
   * output any more.
   */
  void print(ResultSet rows, PrintStream out) throws SQLException, IOException;

  /** Says what a statement without a result did. */
  default void printUpdate(long count, PrintStream out) {}
}
