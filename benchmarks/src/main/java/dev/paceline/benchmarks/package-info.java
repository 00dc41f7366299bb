/** Internal. */
package dev.paceline.benchmarks;
