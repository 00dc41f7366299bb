/**
 * Internal. The definition of a table and its identity, which a change of its name does not touch.
 */
package dev.paceline.storage.table.definition;
