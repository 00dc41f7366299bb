/** Internal. */
package dev.paceline.server;
