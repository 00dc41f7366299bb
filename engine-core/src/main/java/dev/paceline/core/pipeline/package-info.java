/** Internal. Translates physical plans into pipelines of operators. */
package dev.paceline.core.pipeline;
