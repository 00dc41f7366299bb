/**
 * Internal. LZ4 frames: blocks of compressed bytes with their lengths and checksums, as the program
 * {@code lz4} and Arrow write them.
 */
package dev.paceline.storage.load.lz4;
