/** Internal. The types of values: what SQL calls them and how the engine keeps them in memory. */
package dev.paceline.core.type;
