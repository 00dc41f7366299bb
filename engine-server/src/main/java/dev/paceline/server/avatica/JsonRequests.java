package dev.paceline.server.avatica;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.paceline.core.expr.json.JsonFaults;
import java.io.IOException;
import org.apache.calcite.avatica.remote.JsonService;
import org.apache.calcite.avatica.remote.Service.Request;

/**
 * Reads requests in JSON as Avatica does, but takes nothing for a request that does not say which
 * one it is: Avatica reads that as a request for the schemas.
 */
final class JsonRequests {
  private static final ObjectMapper MAPPER =
      JsonService.MAPPER
          .copy()
          .addMixIn(Request.class, Named.class)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Replaces Avatica's own annotation, which has a default. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "request")
  private interface Named {}

  private JsonRequests() {}

  /**
   * Reads a request.
   *
   * @throws BadRequest if the bytes are none
   */
  static Request parse(byte[] body) {
    Request request;
    try {
      request = MAPPER.readValue(body, Request.class);
    } catch (InvalidTypeIdException e) {
      throw new BadRequest(
          e.getTypeId() == null
              ? "the field request is missing"
              : "there is no request " + e.getTypeId());
    } catch (UnrecognizedPropertyException e) {
      throw new BadRequest("there is no field " + path(e));
    } catch (JsonMappingException e) {
      throw new BadRequest(
          e.getPath().isEmpty()
              ? "it is not one JSON object" + place(e)
              : "the value of " + path(e) + " is not of the right type" + place(e));
    } catch (JsonParseException e) {
      throw new BadRequest(JsonFaults.reason(e) + place(e));
    } catch (IOException e) {
      throw new BadRequest("it is too deep or too long");
    } catch (AssertionError e) {
      throw new BadRequest("a parameter is not a value of its type");
    }
    if (request == null) {
      throw new BadRequest("it is not one JSON object");
    }
    return request;
  }

  private static String place(JsonProcessingException failure) {
    JsonLocation place = failure.getLocation();
    return place == null
        ? ""
        : " (line %d, column %d)".formatted(place.getLineNr(), place.getColumnNr());
  }

  /** Such as parameterValues[3].type. */
  private static String path(JsonMappingException failure) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference part : failure.getPath()) {
      if (part.getFieldName() == null) {
        path.append('[').append(part.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(part.getFieldName());
      }
    }
    return path.toString();
  }
}
