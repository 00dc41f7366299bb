/**
 * Internal. Column blocks as they are stored: bits that all lanes of a neighbourhood have in common
 * are left out, and put back when a block is read, so that in memory every encoding has its codes
 * at whole bytes.
 *
 * <p>A block is cut into the sections that its header names, and each section either stands as it
 * is or is cut into frames of {@value dev.paceline.storage.pack.PackedLayout#FRAME_BYTES} bytes,
 * the last one shorter. A frame is a sequence of unsigned lanes of 1, 2, 4 or 8 bytes, whatever the
 * encoding means by them, in rows of 64 bytes; it is packed in one of these ways:
 *
 * <pre>
 *   0 least      each lane less the smallest one
 *   1 steps      the first row as it is, then each lane less the one above it, minus the smallest such
 *                difference: for sorted columns
 *   2 lengths    each lane of 2 bytes less the one before it, minus the smallest such difference, but
 *                from 0 anew in each group of 64 lanes: for the starts of strings
 * </pre>
 *
 * <p>{@link dev.paceline.core.kernel.UnpackKernels} says where the bits are. A frame that would not
 * become shorter has all bits of its lanes. A packed block is, all numbers little-endian:
 *
 * <pre>
 *   0   4   bytes of the block in memory
 *   4   4   sections
 *   8       for each section: 4 bytes length in memory; 4 bytes width of its lanes, 0 if it stands
 *           as it is
 *           for each frame of all others: 1 byte bits of a lane, 1 byte way
 *           at a multiple of 8, for each of these frames: 8 bytes least value or difference
 *           at a multiple of 64, the sections and frames
 * </pre>
 *
 * <p>Lengths of sections and frames are multiples of 64 bytes. A block is unpacked where it was
 * read: from the end of its memory frame to the start, see {@link
 * dev.paceline.storage.pack.PackedBlock}.
 */
package dev.paceline.storage.pack;
