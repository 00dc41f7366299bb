/** Internal. What statements do to queries that run, and the picture of their pipelines. */
package dev.paceline.calcite.session.control;
