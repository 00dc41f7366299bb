/** Tests of URLs, shared instances and the Calcite schema. */
package dev.paceline.calcite.adapter;
