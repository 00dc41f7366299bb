/**
 * Internal. What applications see of a result, made from the batches of the engine: the {@link
 * dev.paceline.result public interfaces}, and the names and sizes of types.
 */
package dev.paceline.calcite.result;
