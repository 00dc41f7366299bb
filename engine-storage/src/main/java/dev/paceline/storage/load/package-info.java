/**
 * Internal. Files in foreign formats that are read as tables, and what all formats share.
 *
 * <p>A {@link dev.paceline.storage.load.FileFormat} opens files as a {@link
 * dev.paceline.storage.load.FileTable}, whose snapshots are scanned as those of stored tables are:
 * chunks of a file are handed out before they are read, and the work order that takes one reads it.
 *
 * <p>A {@link dev.paceline.storage.load.WriterFormat} writes rows to a {@link
 * dev.paceline.storage.load.FileOutput}: a {@link dev.paceline.storage.load.RowWriter} has a part
 * for each worker.
 */
package dev.paceline.storage.load;
