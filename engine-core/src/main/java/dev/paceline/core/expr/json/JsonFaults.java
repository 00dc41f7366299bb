package dev.paceline.core.expr.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Pattern;

/** Says in the words of users why a text is no JSON: the parser's message names its own classes. */
public final class JsonFaults {
  private static final Pattern START =
      Pattern.compile("\\[Source: [^;\\]]*; line: (\\d+), column: (\\d+)]");

  private static final Pattern LIMIT = Pattern.compile(", from `[^`]*`");

  private JsonFaults() {}

  /** Returns the reason, without a full stop, such as "Unexpected close marker ']'". */
  public static String reason(JsonProcessingException fault) {
    String reason = String.valueOf(fault.getOriginalMessage());
    reason = START.matcher(reason).replaceAll("line $1, column $2");
    return LIMIT.matcher(reason).replaceAll("");
  }
}
