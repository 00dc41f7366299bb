/** The measured cost of units of transfer between operators, beside the model of their costs. */
package dev.paceline.benchmarks.transfer;
