/** Internal. The commands that this module adds to {@code paceline}. */
@NullMarked
package dev.paceline.benchmarks.cli;

import org.jspecify.annotations.NullMarked;
