/** How exactly the time of the next work order is predicted. */
package dev.paceline.benchmarks.prediction;
