/** What units of transfer between operators cost, beside what the model of their costs says. */
package dev.paceline.benchmarks.transfer;
