package dev.paceline.server.avatica;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import java.io.IOException;
import java.io.OutputStream;

/**
 * All rows of a frame as JSON text. Jackson takes them for the one element of the list of rows, and
 * so puts the brackets around.
 *
 * @param text at least one row
 */
record JsonRows(JsonText text) implements JsonSerializable {
  @Override
  public void serialize(JsonGenerator json, SerializerProvider serializers) throws IOException {
    json.writeRawValue("");
    json.flush();
    text.writeTo((OutputStream) json.getOutputTarget());
  }

  @Override
  public void serializeWithType(
      JsonGenerator json, SerializerProvider serializers, TypeSerializer type) throws IOException {
    serialize(json, serializers);
  }
}
