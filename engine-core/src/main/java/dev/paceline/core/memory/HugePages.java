package dev.paceline.core.memory;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Large memory of Linux in huge pages of 2 MB, where the system grants them on request ({@code
 * madvise} with {@code MADV_HUGEPAGE}). Hash tables and sorts access memory in random order: in
 * small pages, most of these accesses also miss the processor's cache of page addresses (TLB). A
 * huge page also takes one page fault in place of 512, and the system zeroes it, so that nobody has
 * to zero it again.
 *
 * <p>Native calls need {@code --enable-native-access}; without it, nothing is mapped, because the
 * JVM would print a warning. Thread-safe.
 */
final class HugePages {
  /** Bytes of a huge page; less memory than that gets none. */
  static final long PAGE_BYTES = 2L << 20;

  private static final int PROTECTION_READ_WRITE = 1 | 2;
  private static final int PRIVATE_ANONYMOUS = 0x02 | 0x20;
  private static final int ADVICE_HUGE_PAGE = 14;
  private static final long FAILED = -1;

  private final MethodHandle mmap;
  private final MethodHandle munmap;
  private final MethodHandle madvise;

  private HugePages(MethodHandle mmap, MethodHandle munmap, MethodHandle madvise) {
    this.mmap = mmap;
    this.munmap = munmap;
    this.madvise = madvise;
  }

  /** Links the native calls when large memory is asked for first, which not all processes do. */
  private static final class Loader {
    static volatile @Nullable HugePages loaded;

    static {
      if (HugePages.class.getModule().isNativeAccessEnabled()
          && System.getProperty("os.name", "").startsWith("Linux")) {
        Thread.ofPlatform().daemon().name("paceline-huge-pages").start(Loader::load);
      }
    }

    private Loader() {}

    private static void load() {
      try {
        loaded = open();
      } catch (UnsupportedOperationException | NoSuchElementException e) {
        loaded = null; // This JVM or this C library has no such calls: small pages serve as well.
      }
    }
  }

  /**
   * Returns null where there are no huge pages on request, and for the first tenth of a second:
   * linking the native calls takes the JVM that long, for which no query waits.
   */
  static @Nullable HugePages ofSystem() {
    return Loader.loaded;
  }

  @SuppressWarnings("restricted") // the three functions are called as the system defines them
  private static HugePages open() {
    Linker linker = Linker.nativeLinker();
    SymbolLookup lookup = linker.defaultLookup();
    return new HugePages(
        linker.downcallHandle(
            lookup.findOrThrow("mmap"),
            FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG)),
        linker.downcallHandle(
            lookup.findOrThrow("munmap"), FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG)),
        linker.downcallHandle(
            lookup.findOrThrow("madvise"),
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT)));
  }

  /**
   * Maps zeroed memory that starts at a huge page. What does not fill a huge page at its end lies
   * in small pages.
   *
   * @param bytes a multiple of the size of a small page
   * @param arena unmaps the memory when it is closed
   * @return null if the system has no more memory
   */
  @SuppressWarnings("restricted") // the segment is what has been mapped, and ends with its arena
  @Nullable MemorySegment map(long bytes, Arena arena) {
    long mapped = bytes + PAGE_BYTES;
    long from = mmap(mapped);
    if (from == FAILED) {
      return null;
    }
    long start = (from + PAGE_BYTES - 1) & -PAGE_BYTES;
    long end = start + bytes;
    unmap(from, start - from);
    unmap(end, from + mapped - end);
    MemorySegment segment =
        MemorySegment.ofAddress(start).reinterpret(bytes, arena, unused -> unmap(start, bytes));
    advise(start, bytes);
    return segment;
  }

  private long mmap(long bytes) {
    try {
      return (long) mmap.invokeExact(0L, bytes, PROTECTION_READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
    } catch (Throwable e) {
      throw failed("mmap", e);
    }
  }

  private void unmap(long address, long bytes) {
    if (bytes == 0) {
      return;
    }
    try {
      int unused = (int) munmap.invokeExact(address, bytes);
    } catch (Throwable e) {
      throw failed("munmap", e);
    }
  }

  /** Asks for huge pages. If the system refuses, small pages serve as well. */
  private void advise(long address, long bytes) {
    try {
      int unused = (int) madvise.invokeExact(address, bytes, ADVICE_HUGE_PAGE);
    } catch (Throwable e) {
      throw failed("madvise", e);
    }
  }

  private static IllegalStateException failed(String function, Throwable cause) {
    return new IllegalStateException("calling " + function + " failed", cause);
  }
}
