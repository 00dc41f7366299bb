package dev.paceline.storage.load.arrow.metadata;

/**
 * The place of a message and its body in a file, in bytes.
 *
 * @param metadata where the metadata begins, behind its length
 * @param metadataBytes its length
 * @param body where the body begins
 * @param bodyBytes its length
 */
public record MessagePlace(long metadata, int metadataBytes, long body, long bodyBytes) {}
