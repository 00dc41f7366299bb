/**
 * Internal. The life of a statement: parse, validate, plan or find in the plan cache, bind
 * parameters, execute. Serves JDBC and the embedding API alike and knows neither.
 */
package dev.paceline.calcite.session;
