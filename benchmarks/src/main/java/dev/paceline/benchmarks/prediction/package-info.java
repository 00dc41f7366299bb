/** How well the time of the next work order is foreseen. */
package dev.paceline.benchmarks.prediction;
