/** Internal. How JMH runs our benchmarks. */
@NullMarked
package dev.paceline.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
