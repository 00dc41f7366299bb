/**
 * Internal. The values of record batches of Arrow as columns of chunks. Buffers that have the
 * layout of our vectors are taken as they are read from the file; others are converted once.
 */
package dev.paceline.storage.load.arrow.body;
