/**
 * Internal. The engine as callers see it: it starts plans, admits queries, reports on them and
 * tells listeners what happens.
 */
package dev.paceline.core.engine;
