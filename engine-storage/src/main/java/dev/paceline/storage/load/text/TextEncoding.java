package dev.paceline.storage.load.text;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Encodings of text files. */
public enum TextEncoding {
  UTF_8("utf-8", StandardCharsets.UTF_8),
  UTF_16LE("utf-16le", StandardCharsets.UTF_16LE),
  UTF_16BE("utf-16be", StandardCharsets.UTF_16BE),
  LATIN_1("latin-1", StandardCharsets.ISO_8859_1);

  private final String label;
  private final Charset charset;

  TextEncoding(String label, Charset charset) {
    this.label = label;
    this.charset = charset;
  }

  /** Returns the name that the option {@code encoding} takes. */
  public String label() {
    return label;
  }

  public Charset charset() {
    return charset;
  }

  /** Returns the encoding that an option means; null if there is none of that name. */
  public static @Nullable TextEncoding of(String name) {
    return switch (name.toLowerCase(Locale.ROOT).replace("_", "-")) {
      case "utf-8", "utf8" -> UTF_8;
      case "utf-16", "utf16", "utf-16le", "utf-16-le" -> UTF_16LE;
      case "utf-16be", "utf-16-be" -> UTF_16BE;
      case "latin-1", "latin1", "iso-8859-1", "iso8859-1" -> LATIN_1;
      default -> null;
    };
  }
}
