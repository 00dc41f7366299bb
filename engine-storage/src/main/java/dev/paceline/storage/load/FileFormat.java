package dev.paceline.storage.load;

import dev.paceline.storage.load.share.FileCache;
import java.util.List;

/** A format in which files hold rows, such as CSV. Stateless; any thread may use it. */
public interface FileFormat {
  /** Returns the name in lower case, as in {@code FORMAT csv} and {@code read_csv}. */
  String name();

  /** Returns whether values are text in the files, which can be read as any type. */
  boolean isText();

  /** Returns the names of the options that {@link #open} understands, in lower case. */
  List<String> optionNames();

  /**
   * Opens files as one table: finds out their columns from the options, their metadata or a sample.
   * Reads little, whatever the size of the files. Any thread but a worker may call it.
   *
   * @param files at least one
   * @param cache what scans of the same file share; from its ledger all memory for reading files is
   *     reserved
   * @throws dev.paceline.core.error.PacelineException IO_ERROR if a file cannot be read,
   *     INVALID_ARGUMENT for an option that is unknown or does not fit, INVALID_FILE if the content
   *     is not of this format; each names the file and the remedy
   */
  FileTable open(FileSet files, FileOptions options, FileCache cache);
}
