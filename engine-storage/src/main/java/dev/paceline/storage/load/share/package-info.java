/**
 * Internal. What scans of files share: the text of chunks while other scans wait for it, and parsed
 * columns of chunks for later scans.
 *
 * <p>Scans that read a file in the same way {@linkplain dev.paceline.storage.load.share.FileCache
 * attach} to one {@link dev.paceline.storage.load.share.SharedFile}. A scan first takes chunks that
 * are in memory. Otherwise it reads the chunk behind the one that was read last, whichever scan
 * read that, and comes back for those before it: so a scan that begins later moves along with the
 * others (Harizopoulos et al., 2005). A chunk that a scan is reading is not handed to others; they
 * take another one and are woken when it has been read. No worker waits for another.
 *
 * <p>Files that tell where their chunks are, such as Parquet, share decoded columns only. Their
 * scans also prefer chunks that nobody is reading, but never wait for one.
 *
 * <p>The scheduler of stored tables is not used here. It plans reads of blocks whose number,
 * position and size are known in advance, and it loads them into frames of fixed sizes. A chunk of
 * text has no such blocks. A work order reads and splits all of the chunk, the size of the result
 * is known only afterwards, and the cache keeps copies of the parsed columns instead of the text.
 */
@NullMarked
package dev.paceline.storage.load.share;

import org.jspecify.annotations.NullMarked;
