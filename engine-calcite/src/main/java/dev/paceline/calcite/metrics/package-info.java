/** Public API. What a monitoring system reads of a running database, through Micrometer. */
package dev.paceline.calcite.metrics;
