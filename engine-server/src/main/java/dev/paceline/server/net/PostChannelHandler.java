package dev.paceline.server.net;

import static io.netty.handler.codec.http.HttpHeaderNames.ALLOW;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_LENGTH;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_TYPE;
import static io.netty.handler.codec.http.HttpHeaderNames.HOST;
import static io.netty.handler.codec.http.HttpHeaderNames.ORIGIN;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
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
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a connection's pipeline: checks a request on the event loop, runs it on a virtual
 * thread, and begins the next one only after the answer. Meanwhile it continues to read, because
 * only reading shows that the client has gone. When a client sends its next request before it has
 * the answer, reading stops until the answer has been sent.
 */
final class PostChannelHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(PostChannelHandler.class);
  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "[::1]", "127.0.0.1");

  private final PostHandler handler;
  private final RunningRequests running;
  private final Peer peer = new Peer();

  /** Requests that came before the answer to the one before them; used by the event loop. */
  private final Queue<FullHttpRequest> waiting = new ArrayDeque<>();

  /** Whether a request has no answer yet; used by the event loop. */
  private boolean answering;

  PostChannelHandler(PostHandler handler, RunningRequests running) {
    this.handler = handler;
    this.running = running;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    if (answering) {
      waiting.add(request.retain());
      context.channel().config().setAutoRead(false);
    } else {
      begin(context, request);
    }
  }

  private void begin(ChannelHandlerContext context, FullHttpRequest request) {
    boolean keepAlive = HttpUtil.isKeepAlive(request);
    answering = true;
    running.arrived();
    Reply refusal = refuse(request);
    if (refusal != null) {
      write(context, refusal, false);
      return;
    }
    Post post =
        new Post(
            ByteBufUtil.getBytes(request.content()), request.headers().get(CONTENT_TYPE), peer);
    Thread.ofVirtual()
        .name("paceline-request")
        .start(() -> write(context, answer(post), keepAlive));
  }

  private Reply answer(Post post) {
    running.beginWork();
    try {
      return peer.isConnected() ? handler.post(post) : Reply.text(400, "the client is gone");
    } catch (Throwable e) {
      LOG.error("A request failed outside of its statement", e);
      return Reply.text(500, "internal error: the server's log has the details");
    } finally {
      peer.answered();
      running.endWork();
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

  private void write(ChannelHandlerContext context, Reply reply, boolean keepAlive) {
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
    context
        .writeAndFlush(response)
        .addListener(
            (ChannelFutureListener)
                done -> {
                  running.answered();
                  if (keepAlive && done.isSuccess()) {
                    next(context);
                  } else {
                    done.channel().close();
                  }
                });
  }

  /** Begins the next request after an answer. Runs on the event loop. */
  private void next(ChannelHandlerContext context) {
    answering = false;
    FullHttpRequest next = waiting.poll();
    if (next != null) {
      try {
        begin(context, next);
      } finally {
        next.release();
      }
    }
    if (waiting.isEmpty()) {
      // Also while the next request is in work: only reading shows that the peer has gone. This may
      // deliver a request at once, which must not overtake the one above.
      context.channel().config().setAutoRead(true);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    peer.leave();
    waiting.forEach(FullHttpRequest::release);
    waiting.clear();
    super.channelInactive(context);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (!(event instanceof IdleStateEvent)) {
      super.userEventTriggered(context, event);
    } else if (!answering) {
      context.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("Closing a connection", cause);
    context.close();
  }
}
