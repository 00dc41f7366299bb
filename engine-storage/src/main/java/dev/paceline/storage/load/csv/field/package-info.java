/**
 * Internal. Fields of delimited text and their parsers, which turn one field of all records of a
 * chunk into a column.
 */
package dev.paceline.storage.load.csv.field;
