package dev.paceline.server.net;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;
import static dev.paceline.core.error.ErrorCode.IO_ERROR;

import dev.paceline.core.error.PacelineException;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.handler.timeout.WriteTimeoutHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP/1.1 server for POST on the loopback interface. Requests of one connection are answered in
 * their order, one at a time; those of different connections side by side on virtual threads.
 *
 * <p>There is no login, so only this machine may connect, and a request that a web page sent (it
 * has an Origin, or a Host that is not the loopback) is refused. Thread-safe.
 */
public final class HttpServer implements AutoCloseable {
  /** The largest body of a request; 413 beyond. */
  public static final int MAX_BODY_BYTES = 64 << 20;

  /** Requests that are worked on at a time; the others wait. */
  static final int MAX_RUNNING_REQUESTS = 256;

  /** A connection without traffic and without a request in work is closed after this time. */
  private static final int IDLE_SECONDS = 3600;

  /** A client that has not taken an answer after this time loses its connection. */
  private static final int WRITE_SECONDS = 600;

  private static final int BACKLOG = 512;

  private final EventLoopGroup events =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final RunningRequests running = new RunningRequests(MAX_RUNNING_REQUESTS);
  private final Duration grace;
  private final Channel listener;

  private HttpServer(InetSocketAddress address, PostHandler handler, Duration grace) {
    this.grace = grace;
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(events)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    connections.add(channel);
                    ChannelPipeline pipeline = channel.pipeline();
                    pipeline.addLast(new IdleStateHandler(0, 0, IDLE_SECONDS));
                    pipeline.addLast(new WriteTimeoutHandler(WRITE_SECONDS));
                    pipeline.addLast(new HttpServerCodec());
                    pipeline.addLast(new HttpObjectAggregator(MAX_BODY_BYTES));
                    pipeline.addLast(new FlowControlHandler());
                    pipeline.addLast(new PostChannelHandler(handler, running));
                  }
                });
    try {
      listener = bootstrap.bind(address).sync().channel();
    } catch (InterruptedException e) {
      events.shutdownGracefully();
      Thread.currentThread().interrupt();
      throw new PacelineException(IO_ERROR, "interrupted while opening " + address, e);
    } catch (Exception e) {
      events.shutdownGracefully();
      throw new PacelineException(
          IO_ERROR,
          "cannot listen on %s:%d: %s (choose another port with --port)"
              .formatted(address.getHostString(), address.getPort(), e.getMessage()),
          e);
    }
  }

  /**
   * Opens the port.
   *
   * @param address a loopback address; port 0 takes any free one
   * @param grace how long {@link #close} waits for running requests
   * @throws PacelineException if the address is not this machine's loopback or the port is taken
   */
  public static HttpServer start(InetSocketAddress address, PostHandler handler, Duration grace) {
    requireLoopback(address);
    return new HttpServer(address, handler, grace);
  }

  /**
   * Checks an address before anything is opened for it.
   *
   * @throws PacelineException if it is not this machine's loopback
   */
  public static void requireLoopback(InetSocketAddress address) {
    if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
      throw new PacelineException(
          INVALID_ARGUMENT,
          "the server listens on the loopback interface only, not on %s: it has no login yet;"
                  .formatted(address.getHostString())
              + " use 127.0.0.1, or a tunnel such as ssh -L from another machine");
    }
  }

  /** The address on which it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listener.localAddress();
  }

  /**
   * Accepts no more connections, waits for the running requests up to the time of grace, then
   * closes all connections. Idempotent.
   */
  @Override
  public void close() {
    listener.close().awaitUninterruptibly();
    running.awaitEnd(grace);
    connections.close().awaitUninterruptibly();
    events.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
