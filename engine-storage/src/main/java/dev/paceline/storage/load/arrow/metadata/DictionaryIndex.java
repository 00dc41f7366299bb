package dev.paceline.storage.load.arrow.metadata;

/**
 * The codes of a field whose values are in a dictionary.
 *
 * @param id of the dictionary
 * @param width bytes of a code: 1, 2, 4 or 8
 * @param isSigned whether a code has a sign; codes below zero are errors
 */
public record DictionaryIndex(long id, int width, boolean isSigned) {}
