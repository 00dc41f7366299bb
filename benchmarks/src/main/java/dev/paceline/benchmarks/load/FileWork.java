package dev.paceline.benchmarks.load;

import dev.paceline.benchmarks.frame.Turns.Contestant;

/**
 * A piece of work on a file that two databases do by turns.
 *
 * @param bytes the length of the file
 */
record FileWork(String name, long bytes, Contestant ours, Contestant theirs) {}
