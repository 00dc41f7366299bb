/** Charts of measurements, as pictures. */
package dev.paceline.benchmarks.chart;
