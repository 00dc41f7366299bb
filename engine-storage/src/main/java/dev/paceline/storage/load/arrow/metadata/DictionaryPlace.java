package dev.paceline.storage.load.arrow.metadata;

/**
 * A message with the values of a dictionary.
 *
 * @param isDelta whether the values are added to those before; otherwise they replace them
 */
public record DictionaryPlace(MessagePlace place, long id, boolean isDelta) {}
