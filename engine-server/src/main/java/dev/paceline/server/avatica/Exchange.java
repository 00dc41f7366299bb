package dev.paceline.server.avatica;

import dev.paceline.core.error.ErrorCode;
import java.io.IOException;
import java.util.List;
import org.apache.calcite.avatica.remote.ProtobufTranslation;
import org.apache.calcite.avatica.remote.Service.ErrorResponse;
import org.apache.calcite.avatica.remote.Service.Request;
import org.apache.calcite.avatica.remote.Service.Response;

/**
 * One request that has been read already, and the format of its answer. Avatica dispatches requests
 * only inside its handlers; as the translation of such a handler an exchange lends the dispatch to
 * either format, without the copies through String that Avatica's JSON handler makes.
 */
record Exchange(Request request, WireFormat format) implements ProtobufTranslation {
  @Override
  public Request parseRequest(byte[] body) {
    return request;
  }

  @Override
  public byte[] serializeResponse(Response response) throws IOException {
    return format.serialize(response instanceof ErrorResponse error ? plain(error) : response);
  }

  /**
   * An error without the stack trace that Avatica sends with each. For a missing connection Avatica
   * sends a code, by which clients know that they may open it again, but no message.
   */
  private static ErrorResponse plain(ErrorResponse error) {
    boolean isMissing = error.errorCode == ErrorResponse.MISSING_CONNECTION_ERROR_CODE;
    return new ErrorResponse(
        List.of(),
        isMissing
            ? "there is no connection of this id: it was not opened, or it was closed, by the"
                + " client or because nobody used it"
            : error.errorMessage,
        error.errorCode,
        isMissing ? ErrorCode.CLOSED.sqlState() : error.sqlState,
        error.severity,
        error.rpcMetadata);
  }

  @Override
  public Response parseResponse(byte[] body) {
    throw new UnsupportedOperationException("a server reads no responses");
  }

  @Override
  public byte[] serializeRequest(Request ignored) {
    throw new UnsupportedOperationException("a server writes no requests");
  }
}
