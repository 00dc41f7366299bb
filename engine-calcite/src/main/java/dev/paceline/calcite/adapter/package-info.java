/**
 * Internal. A running database inside this process, and the Calcite schema that shows its tables:
 * to our own driver, and in any Calcite model, whose file names the public {@link
 * dev.paceline.calcite.adapter.PacelineSchemaFactory}.
 */
package dev.paceline.calcite.adapter;
