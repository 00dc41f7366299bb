package dev.paceline.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a test class that runs in a JVM without C2, the slower of its two compilers, and with
 * scalar kernels: without C2, the Vector API is far slower than they are.
 *
 * <p>Classes that execute many different short statements, or much code a few times each, spend
 * more time in C2 than it saves. Such a class runs only there; all others of its module run only
 * with C2.
 */
@Tag("without-c2")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface WithoutC2 {}
