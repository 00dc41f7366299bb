/** Measures Paceline, alone and beside its peers. */
package dev.paceline.benchmarks;
