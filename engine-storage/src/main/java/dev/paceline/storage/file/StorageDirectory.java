package dev.paceline.storage.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The directory of a database: the few operations on names that the commit protocol needs. Any
 * thread may call any method.
 */
public interface StorageDirectory extends AutoCloseable {
  Path path();

  /** The names of all entries, sorted. */
  List<String> list() throws IOException;

  /** Makes an empty file, in place of one of that name. */
  BlockStore create(String name) throws IOException;

  /**
   * Opens a file for reading.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  BlockStore open(String name) throws IOException;

  /**
   * Opens a file for reading and writing.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  BlockStore update(String name) throws IOException;

  /** Renames a file atomically, in place of one that has the new name. */
  void replace(String from, String to) throws IOException;

  /** Deletes a file if it is there. */
  void delete(String name) throws IOException;

  /** Returns when all created, renamed and deleted names are durable. */
  void sync() throws IOException;

  /** Frees what its files have in common, after the last of them was closed. */
  @Override
  default void close() {}
}
