/**
 * Queries of TPC-H written by hand on the encoded blocks of a database, one thread: what SQL is
 * compared with (after chapter 8 of Mühlbauer's thesis, 2016). They may use whatever statistics or
 * the data itself prove while they run, and nothing else.
 */
@NullMarked
package dev.paceline.benchmarks.bounds;

import org.jspecify.annotations.NullMarked;
