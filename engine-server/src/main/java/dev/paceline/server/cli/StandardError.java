package dev.paceline.server.cli;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Gives the process its standard error back. The JVM remarks on every start that it uses an
 * incubating module, and no option silences it; so the launcher starts it with the standard error
 * turned away and the real one as another descriptor, which {@code -Dpaceline.stderr} names.
 */
final class StandardError {
  private static final int STANDARD_ERROR = 2;

  private StandardError() {}

  @SuppressWarnings("restricted") // The launcher allows native access; nothing else calls this.
  static void restore() {
    Integer real = Integer.getInteger("paceline.stderr");
    if (real == null) {
      return;
    }
    Linker linker = Linker.nativeLinker();
    MemorySegment dup2 = linker.defaultLookup().findOrThrow("dup2");
    MethodHandle call =
        linker.downcallHandle(
            dup2,
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    try {
      int result = (int) call.invokeExact(real.intValue(), STANDARD_ERROR);
      if (result < 0) {
        throw new IllegalStateException("descriptor " + real + " is not open");
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
