package dev.paceline.storage.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import net.openhft.chronicle.bytes.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Records through Chronicle Bytes on the heap.
 *
 * <p>Uses only operations that need no access to the JDK's internals: Chronicle's own writeUtf8
 * looks for the limit of direct memory and complains when it cannot see it.
 */
final class ChronicleRecordWriter implements RecordWriter {
  private static final int INITIAL_BYTES = 1 << 12;

  private static final String REQUIRED_MODULE = "jdk.unsupported";

  private final Bytes<?> bytes;

  /**
   * @throws PacelineException NOT_SUPPORTED if the JVM runs without a module that Chronicle needs.
   *     Only programs on the module path can lack it.
   */
  ChronicleRecordWriter() {
    if (ModuleLayer.boot().findModule(REQUIRED_MODULE).isEmpty()) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "databases in directories need the module "
              + REQUIRED_MODULE
              + ": add \"requires "
              + REQUIRED_MODULE
              + "\" to module-info.java, or start Java with --add-modules="
              + REQUIRED_MODULE);
    }
    bytes = Bytes.allocateElasticOnHeap(INITIAL_BYTES);
  }

  @Override
  public void writeLong(long value) {
    bytes.writeStopBit(value);
  }

  @Override
  public void writeDouble(double value) {
    bytes.writeLong(Double.doubleToRawLongBits(value));
  }

  @Override
  public void writeText(String text) {
    writeBytes(text.getBytes(UTF_8));
  }

  @Override
  public void writeBytes(byte @Nullable [] value) {
    if (value == null) {
      writeLong(0);
      return;
    }
    writeLong(value.length + 1L);
    bytes.write(value);
  }

  @Override
  public byte[] toByteArray() {
    return bytes.toByteArray();
  }
}
