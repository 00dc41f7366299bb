package dev.paceline.server.avatica;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.server.net.Post;
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
  private final ClientConnections connections;
  private volatile RpcMetadataResponse metadata = new RpcMetadataResponse("localhost");
  private volatile boolean stopping;

  /**
   * Answers from a service.
   *
   * @param service what it throws is passed on to the client as {@link ErrorTranslation} says
   * @param connections those of the service
   */
  AvaticaEndpoint(Service service, ClientConnections connections) {
    this.connections = connections;
    this.service = ErrorTranslation.around(service);
  }

  /** Tells the address that answers name. */
  void announce(String hostAndPort) {
    metadata = new RpcMetadataResponse(hostAndPort);
    service.setRpcMetadata(metadata);
  }

  /** Refuses every request from now on. */
  void stop() {
    stopping = true;
  }

  @Override
  public Reply post(Post post) {
    WireFormat format = WireFormat.of(post.body(), post.contentType());
    if (format == null) {
      return Reply.text(400, "not an Avatica request: the body is neither JSON nor Protobuf");
    }
    Request request;
    RequestTarget target;
    try {
      request = format.parse(post.body());
      target = RequestTarget.of(request);
    } catch (BadRequest e) {
      return reply(format, handler(null, format).badRequestErrorResponse(invalid(format, e)));
    }
    ProtobufHandler handler = handler(request, format);
    if (stopping) {
      return reply(
          format,
          handler.convertToErrorResponse(
              failure("the server is stopping", ErrorCode.CLOSED.sqlState())));
    }
    try (RequestInWork work = connections.begin(target, post.peer())) {
      post.peer().whenGone(work::abandon);
      return reply(
          format,
          ScopedValue.where(WireFormat.OF_REQUEST, format)
              .where(RequestInWork.CURRENT, work)
              .call(() -> handler.apply(post.body())));
    }
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

  private static AvaticaRuntimeException invalid(WireFormat format, BadRequest cause) {
    return failure("not a valid Avatica request in " + format + ": " + cause.getMessage(), "08P01");
  }

  private static AvaticaRuntimeException failure(String message, String sqlState) {
    return new AvaticaRuntimeException(message, 0, sqlState, AvaticaSeverity.ERROR);
  }
}
