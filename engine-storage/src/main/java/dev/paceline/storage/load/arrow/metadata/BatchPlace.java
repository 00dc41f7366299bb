package dev.paceline.storage.load.arrow.metadata;

/**
 * A record batch of a file.
 *
 * @param rows 0 or more
 * @param isCompressed whether its buffers are compressed
 * @param dictionaries how many messages with dictionaries come before it
 */
public record BatchPlace(MessagePlace place, int rows, boolean isCompressed, int dictionaries) {}
