package dev.paceline.calcite.file;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.WriterFormat;
import dev.paceline.storage.load.folder.FolderLayout;
import dev.paceline.storage.load.folder.FolderRowWriter;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The target of COPY … TO, and how rows are written to it. Immutable.
 *
 * @param path null for the stream that whoever executes the statement gives
 * @param layout of the files of a directory; null if there is one file
 * @param columns of the rows
 */
public record CopyOutput(
    @Nullable Path path,
    @Nullable FolderLayout layout,
    WriterFormat format,
    FileOptions options,
    List<ColumnDefinition> columns) {
  /** Returns what plans call the file. */
  public String name() {
    return path == null ? "the output stream" : path.toString();
  }

  /**
   * Begins to write.
   *
   * @param stream null if there is none
   * @throws PacelineException INVALID_STATEMENT if a stream is needed, or is given and not needed
   */
  public RowWriter open(@Nullable OutputStream stream, MemoryScope memory) {
    Path file = path;
    if (file == null && stream == null) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "COPY … TO STDOUT needs a stream: call copyTo of"
              + " dev.paceline.calcite.jdbc.PacelineConnection, or name a file");
    }
    if (file != null && stream != null) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, "copyTo needs a statement COPY … TO STDOUT");
    }
    FolderLayout files = layout;
    if (files != null) {
      if (file == null) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "PARTITION_BY, PER_THREAD_OUTPUT and FILE_SIZE_BYTES need the path of a directory");
      }
      return FolderRowWriter.open(file, files, format, options, columns, memory.ledger());
    }
    FileOutput output =
        file != null
            ? FileOutput.toFile(file, true)
            : FileOutput.toStream(name(), java.util.Objects.requireNonNull(stream));
    return format.open(output, columns, options, memory);
  }
}
