package dev.paceline.server.avatica;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.calcite.avatica.remote.JsonService;
import org.apache.calcite.avatica.remote.ProtobufTranslation;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service.Request;
import org.apache.calcite.avatica.remote.Service.Response;
import org.jspecify.annotations.Nullable;

/** The two serialisations of Avatica's messages. */
enum WireFormat {
  JSON("application/json") {
    @Override
    Request parse(byte[] body) {
      return JsonRequests.parse(body);
    }

    @Override
    byte[] serialize(Response response) throws IOException {
      return JsonService.MAPPER.writeValueAsBytes(response);
    }

    @Override
    FrameReader frames(ResultSet rows) throws SQLException {
      return JsonFrameReader.of(rows);
    }
  },

  PROTOBUF("application/x-google-protobuf") {
    @Override
    Request parse(byte[] body) {
      try {
        return TRANSLATION.parseRequest(body);
      } catch (IOException e) {
        throw new BadRequest(e.getMessage());
      } catch (RuntimeException | AssertionError e) {
        throw new BadRequest("the server does not know this request, or a value in it");
      }
    }

    @Override
    byte[] serialize(Response response) throws IOException {
      return TRANSLATION.serializeResponse(response);
    }

    @Override
    FrameReader frames(ResultSet rows) throws SQLException {
      return new ObjectFrameReader(rows, Double::valueOf);
    }
  };

  /** The format of the request that this thread answers. */
  static final ScopedValue<WireFormat> OF_REQUEST = ScopedValue.newInstance();

  private static final ProtobufTranslation TRANSLATION = new ProtobufTranslationImpl();

  /** Tag of the first field of a WireMessage, a string. */
  private static final byte PROTOBUF_START = 0x0a;

  private final String contentType;

  WireFormat(String contentType) {
    this.contentType = contentType;
  }

  String contentType() {
    return contentType;
  }

  /**
   * The format of a request, by its content type, else by its first byte.
   *
   * @return null if it is neither
   */
  static @Nullable WireFormat of(byte[] body, @Nullable String contentType) {
    if (contentType != null && contentType.startsWith(JSON.contentType)) {
      return JSON;
    }
    if (body.length == 0) {
      return null;
    }
    return switch (body[0]) {
      case '{' -> JSON;
      case PROTOBUF_START -> PROTOBUF;
      default -> null;
    };
  }

  /**
   * Reads a request.
   *
   * @throws BadRequest if the bytes are none
   */
  abstract Request parse(byte[] body);

  abstract byte[] serialize(Response response) throws IOException;

  /** Reads the frames of a result for answers in this format. */
  abstract FrameReader frames(ResultSet rows) throws SQLException;
}
