package dev.paceline.storage.load.parquet.page;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.storage.load.parquet.metadata.PageCompression;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages of NULLs have no values, and some writers write no compressed bytes for these. */
class PageDecompressorTest {
  private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

  @ParameterizedTest
  @EnumSource(names = {"UNCOMPRESSED", "SNAPPY", "ZSTD", "LZ4", "LZ4_RAW"})
  void aPageWithoutValuesMayHaveNoBytes(PageCompression compression) {
    assertThatCode(() -> new PageDecompressor(compression, "column a").decompress(NOTHING, NOTHING))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource(names = {"UNCOMPRESSED", "SNAPPY", "ZSTD", "LZ4", "LZ4_RAW"})
  void aPageWithValuesMustHaveBytes(PageCompression compression) {
    MemorySegment target = MemorySegment.ofArray(new byte[8]);
    assertThatThrownBy(
            () -> new PageDecompressor(compression, "column a").decompress(NOTHING, target))
        .isInstanceOf(Exception.class);
  }
}
