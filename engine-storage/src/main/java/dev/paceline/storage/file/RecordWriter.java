package dev.paceline.storage.file;

import org.jspecify.annotations.Nullable;

/**
 * Encodes records: manifests, footers, catalog entries. {@link RecordReader} is the other half and
 * specifies the encoding. One thread.
 */
interface RecordWriter {
  void writeLong(long value);

  void writeDouble(double value);

  void writeText(String text);

  /**
   * @param bytes may be null, which is not the same as empty
   */
  void writeBytes(byte @Nullable [] bytes);

  default void writeBoolean(boolean value) {
    writeLong(value ? 1 : 0);
  }

  /** All that was written so far. */
  byte[] toByteArray();
}
