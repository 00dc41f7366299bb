/** Internal. Queries of our own that tell what tables and queries are like. */
package dev.paceline.calcite.sql.description;
