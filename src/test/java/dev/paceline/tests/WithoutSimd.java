package dev.paceline.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** Marks a test class that runs a second time, with scalar kernels in place of SIMD. */
@Tag("without-simd")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface WithoutSimd {}
