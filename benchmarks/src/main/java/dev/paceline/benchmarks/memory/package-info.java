/** What it costs to have less memory: queries with parts of what they would take, by turns. */
package dev.paceline.benchmarks.memory;
