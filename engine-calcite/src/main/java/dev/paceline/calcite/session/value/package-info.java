/** Internal. Turns plain Java values into values of the engine, for parameters and appenders. */
package dev.paceline.calcite.session.value;
