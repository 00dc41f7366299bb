package dev.paceline.server.avatica;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.server.net.PostHandler;
import dev.paceline.server.net.Reply;
import org.apache.calcite.avatica.AvaticaSeverity;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.AvaticaRuntimeException;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.Service;
import org.apache.calcite.avatica.remote.Service.Request;
import org.apache.calcite.avatica.remote.Service.RpcMetadataResponse;
import org.jspecify.annotations.Nullable;

/** Answers Avatica requests of either serialisation in the one they came in. Thread-safe. */
final class AvaticaEndpoint implements PostHandler {
  private final Service service;
  private volatile RpcMetadataResponse metadata = new RpcMetadataResponse("localhost");
  private volatile boolean stopping;

  /**
   * Answers from a service.
   *
   * @param service what it throws is passed on to the client as {@link ErrorTranslation} says
   */
  AvaticaEndpoint(Service service) {
    this.service = ErrorTranslation.around(service);
  }

  /** Tells the address that answers name. */
  void announce(String hostAndPort) {
    metadata = new RpcMetadataResponse(hostAndPort);
    service.setRpcMetadata(metadata);
  }

  /** From now on every request is refused. */
  void stop() {
    stopping = true;
  }

  @Override
  public Reply post(byte[] body, @Nullable String contentType) {
    WireFormat format = WireFormat.of(body, contentType);
    if (format == null) {
      return Reply.text(400, "not an Avatica request: the body is neither JSON nor Protobuf");
    }
    Request request;
    try {
      request = format.parse(body);
    } catch (Exception e) {
      return reply(format, handler(null, format).badRequestErrorResponse(unreadable(format, e)));
    }
    ProtobufHandler handler = handler(request, format);
    return reply(
        format,
        stopping
            ? handler.convertToErrorResponse(
                failure("the server is stopping", ErrorCode.CLOSED.sqlState()))
            : ScopedValue.where(WireFormat.OF_REQUEST, format).call(() -> handler.apply(body)));
  }

  private ProtobufHandler handler(@Nullable Request request, WireFormat format) {
    ProtobufHandler handler =
        new ProtobufHandler(
            service, new Exchange(request, format), NoopMetricsSystem.getInstance());
    handler.setRpcMetadata(metadata);
    return handler;
  }

  private static Reply reply(WireFormat format, HandlerResponse<byte[]> response) {
    return new Reply(response.getStatusCode(), format.contentType(), response.getResponse());
  }

  private static AvaticaRuntimeException unreadable(WireFormat format, Exception cause) {
    return failure("not a valid Avatica request in " + format + ": " + cause.getMessage(), "08P01");
  }

  private static AvaticaRuntimeException failure(String message, String sqlState) {
    return new AvaticaRuntimeException(message, 0, sqlState, AvaticaSeverity.ERROR);
  }
}
