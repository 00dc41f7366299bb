/**
 * Internal. The physical plan of a query as an immutable tree, which SQL front ends make, and its
 * translation into pipelines.
 */
package dev.paceline.core.plan;
