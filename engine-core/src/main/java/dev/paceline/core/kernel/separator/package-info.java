/** Internal. Kernels that find the separators of fields and records in delimited text. */
package dev.paceline.core.kernel.separator;
