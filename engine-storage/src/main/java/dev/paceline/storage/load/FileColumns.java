package dev.paceline.storage.load;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The columns of a file whose metadata have names and types. Several files are one table if each of
 * them has the columns of the first file, in any order.
 *
 * @param path the file, for error messages
 */
public record FileColumns(Path path, List<Column> columns) {
  /** A column of a file; several may have the same name. */
  public record Column(String name, DataType type) {}

  public FileColumns {
    columns = List.copyOf(columns);
  }

  /**
   * Returns the names of the columns in a table: repeated names get a number, as in {@code a_1}.
   */
  public List<String> distinctNames() {
    Set<String> taken = new HashSet<>();
    List<String> names = new ArrayList<>();
    for (Column column : columns) {
      String name = column.name();
      for (int i = 1; !taken.add(name.toLowerCase(Locale.ROOT)); i++) {
        name = column.name() + "_" + i;
      }
      names.add(name);
    }
    return names;
  }

  /**
   * Returns the position in this file of each column of the first file, by name in any case.
   *
   * @param otherTypes what to do about a column that has another type here
   * @throws PacelineException INVALID_FILE if a column is missing or has another type
   */
  public int[] positions(FileColumns first, String otherTypes) {
    int[] positions = new int[first.columns.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = equals(first) ? i : find(first.columns.get(i), first, otherTypes);
    }
    return positions;
  }

  private int find(Column wanted, FileColumns first, String otherTypes) {
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (!column.name().equalsIgnoreCase(wanted.name())) {
        continue;
      }
      if (!column.type().equals(wanted.type())) {
        throw new PacelineException(
            ErrorCode.INVALID_FILE,
            "column "
                + wanted.name()
                + " has the type "
                + column.type()
                + " in "
                + path
                + " and "
                + wanted.type()
                + " in "
                + first.path
                + "; "
                + otherTypes);
      }
      return i;
    }
    throw new PacelineException(
        ErrorCode.INVALID_FILE,
        "file "
            + path
            + " has no column "
            + wanted.name()
            + ", but "
            + first.path
            + " has one; set union_by_name=true");
  }
}
