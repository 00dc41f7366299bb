/**
 * Internal. Rows on their way from one pipeline to another, in blocks: what makes the unit of
 * transfer between operators a choice. A {@link dev.paceline.core.operator.transfer.TransferSink}
 * ends the producers' pipelines; its output starts the consumers'.
 */
package dev.paceline.core.operator.transfer;
