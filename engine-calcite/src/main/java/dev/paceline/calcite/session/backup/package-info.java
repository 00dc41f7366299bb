/** Internal. The scripts of a database that is exported. */
package dev.paceline.calcite.session.backup;
