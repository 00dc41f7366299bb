package dev.paceline.server.cli.print;

/** The formats in which {@code paceline sql} prints results. */
public enum OutputFormat {
  /** Aligned columns for people. */
  TABLE {
    @Override
    public ResultPrinter printer() {
      return new TablePrinter();
    }
  },
  /**
   * RFC 4180 with a header. NULL is an empty field, and an empty string is written as {@code ""}.
   */
  CSV {
    @Override
    public ResultPrinter printer() {
      return new CsvPrinter();
    }
  },
  /** An array of objects. Decimals keep all of their digits. */
  JSON {
    @Override
    public ResultPrinter printer() {
      return new JsonPrinter();
    }
  };

  /** A new printer of this format. */
  public abstract ResultPrinter printer();
}
