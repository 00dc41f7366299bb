/** Statements that a session prepares under a name. */
package dev.paceline.calcite.session.named;
