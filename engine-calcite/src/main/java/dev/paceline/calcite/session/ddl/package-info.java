/** Internal. Statements that change what there is in a database, and do so in one commit. */
package dev.paceline.calcite.session.ddl;
