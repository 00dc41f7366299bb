/**
 * Internal. Frames of the memory ledger for blocks that are read from files, and the policies that
 * choose which of them goes when all are taken.
 */
@NullMarked
package dev.paceline.storage.buffer;

import org.jspecify.annotations.NullMarked;
