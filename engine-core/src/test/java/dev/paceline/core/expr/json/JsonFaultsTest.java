package dev.paceline.core.expr.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class JsonFaultsTest {
  @Test
  void shouldNamePlacesAndLimitsWithoutTheParsersClasses() {
    assertThat(reason("[1,\n {\"a\": 2]"))
        .isEqualTo(
            "Unexpected close marker ']': expected '}' (for Object starting at line 2, column 2)");
    assertThat(reason("[1,\n [2"))
        .startsWith("Unexpected end-of-input: expected close marker for Array")
        .contains("start marker at line 2, column 2");
    assertThat(reason("[".repeat(2000)))
        .isEqualTo("Document nesting depth (1001) exceeds the maximum allowed (1000)");
    assertThat(reason("tru")).startsWith("Unrecognized token 'tru'");
  }

  private static String reason(String text) {
    JsonProcessingException fault =
        catchThrowableOfType(
            JsonProcessingException.class, () -> new ObjectMapper().readTree(text));
    return JsonFaults.reason(fault);
  }
}
