/**
 * Public API. A running database inside this process, and the Calcite schema that shows its tables:
 * to our own driver, and through {@link dev.paceline.calcite.adapter.PacelineSchemaFactory} in any
 * Calcite model.
 */
package dev.paceline.calcite.adapter;
