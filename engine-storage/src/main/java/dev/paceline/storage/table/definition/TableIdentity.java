package dev.paceline.storage.table.definition;

/**
 * A table as one and the same over its whole life.
 *
 * @param id of no other table of the database, before or after; a name may be used again, and two
 *     tables that are being created may both want it
 */
public record TableIdentity(long id, TableDefinition definition) {}
