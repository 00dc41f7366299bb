package dev.paceline.server.avatica;

import java.io.IOException;
import org.apache.calcite.avatica.remote.ProtobufTranslation;
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
    return format.serialize(response);
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
