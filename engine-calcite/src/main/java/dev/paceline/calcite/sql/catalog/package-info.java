/** Internal. Views of other products that tell what a database has. */
package dev.paceline.calcite.sql.catalog;
