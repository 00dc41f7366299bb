/** Tests of the driver, through java.sql alone where that is enough. */
package dev.paceline.calcite.jdbc;
