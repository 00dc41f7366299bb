/** The cost of less memory: queries get parts of the memory that they would take, by turns. */
package dev.paceline.benchmarks.memory;
