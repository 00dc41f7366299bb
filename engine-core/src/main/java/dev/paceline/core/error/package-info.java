/** Public API. The engine's one exception type and its stable error codes. */
package dev.paceline.core.error;
