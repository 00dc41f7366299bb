package dev.paceline.server.cli;

/** The formats in which {@code paceline sql} prints results. */
enum OutputFormat {
  /** Aligned columns for people. */
  TABLE {
    @Override
    ResultPrinter printer() {
      return new TablePrinter();
    }
  },
  /** RFC 4180 with a header; NULL is an empty field, the empty string a quoted one. */
  CSV {
    @Override
    ResultPrinter printer() {
      return new CsvPrinter();
    }
  },
  /** An array of objects, exact decimals. */
  JSON {
    @Override
    ResultPrinter printer() {
      return new JsonPrinter();
    }
  };

  abstract ResultPrinter printer();
}
