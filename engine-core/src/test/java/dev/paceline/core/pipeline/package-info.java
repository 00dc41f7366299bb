/** Tests of cutting plans into pipelines. */
@NullMarked
package dev.paceline.core.pipeline;

import org.jspecify.annotations.NullMarked;
