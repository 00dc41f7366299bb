/**
 * Internal. Reads Arrow files and streams, that is, the IPC format and version 2 of Feather, as
 * tables.
 *
 * <p>An {@link dev.paceline.storage.load.arrow.ArrowFormat} reads the metadata of all messages of
 * its files. A chunk of a scan is a record batch, or a part of one whose buffers are not
 * compressed. Columns are read when they are first asked for.
 */
package dev.paceline.storage.load.arrow;
