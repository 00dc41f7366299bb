package dev.paceline.server.net;

import static io.netty.handler.codec.http.HttpHeaderNames.ALLOW;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_LENGTH;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_TYPE;
import static io.netty.handler.codec.http.HttpHeaderNames.HOST;
import static io.netty.handler.codec.http.HttpHeaderNames.ORIGIN;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.IdleStateEvent;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a connection's pipeline: checks a request on the event loop, runs it on a virtual
 * thread, and reads the next one only after the answer.
 */
final class PostChannelHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(PostChannelHandler.class);
  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "[::1]", "127.0.0.1");

  private final PostHandler handler;
  private final RunningRequests running;

  PostChannelHandler(PostHandler handler, RunningRequests running) {
    this.handler = handler;
    this.running = running;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    boolean keepAlive = HttpUtil.isKeepAlive(request);
    Reply refusal = refuse(request);
    if (refusal != null) {
      write(context, refusal, false);
      return;
    }
    byte[] body = ByteBufUtil.getBytes(request.content());
    String contentType = request.headers().get(CONTENT_TYPE);
    context.channel().config().setAutoRead(false);
    Thread.ofVirtual()
        .name("paceline-request")
        .start(
            () -> {
              running.begin();
              try {
                write(context, answer(body, contentType), keepAlive).awaitUninterruptibly();
              } finally {
                running.end();
              }
            });
  }

  private Reply answer(byte[] body, @Nullable String contentType) {
    try {
      return handler.post(body, contentType);
    } catch (Throwable e) {
      LOG.error("A request failed outside of its statement", e);
      return Reply.text(500, "internal error: " + e);
    }
  }

  private static @Nullable Reply refuse(FullHttpRequest request) {
    if (request.decoderResult().isFailure()) {
      return Reply.text(400, "not a valid HTTP request");
    }
    if (!request.method().equals(HttpMethod.POST)) {
      return Reply.text(405, "this address serves SQL clients: connect with JDBC, or use POST");
    }
    if (request.headers().contains(ORIGIN) || !isLoopback(request.headers().get(HOST))) {
      return Reply.text(403, "requests of web pages and for other hosts are refused");
    }
    return null;
  }

  private static boolean isLoopback(@Nullable String host) {
    if (host == null) {
      return true;
    }
    String name = host.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT);
    return LOOPBACK_NAMES.contains(name) || name.matches("127\\.\\d+\\.\\d+\\.\\d+");
  }

  private static ChannelFuture write(
      ChannelHandlerContext context, Reply reply, boolean keepAlive) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(reply.status()),
            Unpooled.wrappedBuffer(reply.body()));
    response.headers().set(CONTENT_TYPE, reply.contentType());
    response.headers().setInt(CONTENT_LENGTH, reply.body().length);
    if (reply.status() == 405) {
      response.headers().set(ALLOW, "POST");
    }
    HttpUtil.setKeepAlive(response, keepAlive);
    return context
        .writeAndFlush(response)
        .addListener(
            keepAlive
                ? (ChannelFutureListener) done -> done.channel().config().setAutoRead(true)
                : ChannelFutureListener.CLOSE);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event instanceof IdleStateEvent) {
      context.close();
    } else {
      super.userEventTriggered(context, event);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("Closing a connection", cause);
    context.close();
  }
}
