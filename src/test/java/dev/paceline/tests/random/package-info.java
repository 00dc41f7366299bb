/** Random queries whose answers must be DuckDB's, and how they are made smaller when they fail. */
package dev.paceline.tests.random;
