package dev.paceline.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a test class that runs in a JVM whose optimising compiler, C2, is off, and with scalar
 * kernels, because the Vector API is far slower than these without C2.
 *
 * <p>A class that executes many different short statements spends more time in C2 than C2 saves. A
 * marked class runs only without C2, and the other classes of the module run only with it.
 */
@Tag("without-c2")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface WithoutC2 {}
