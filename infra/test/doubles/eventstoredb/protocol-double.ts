import { createServer, type Server as TcpServer, type Socket } from 'node:net';
import { type handleUnaryCall, Server, ServerCredentials, status } from '@grpc/grpc-js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { DoubleAccess, type DoubleUsers } from './double-access.ts';
import { type AppendCounts, DoubleAppends } from './double-appends.ts';
import { DoubleFaults } from './double-faults.ts';
import { gossipOf } from './double-gossip.ts';
import { DELETED, DoubleLog, type Metadata } from './double-log.ts';
import { failure } from './double-messages.ts';
import { DoubleReads, type ReadCounts } from './double-reads.ts';

export type ProtocolDoubleOptions = {
  /** 0 or none: a free one. */
  readonly port?: number;
  readonly host?: string;
  /** The log's file; without it the log is in memory. */
  readonly file?: string;
  /** PEM texts; without them the connection is not encrypted, and the client sends no credentials. */
  readonly tls?: { readonly key: string; readonly certificate: string };
  /** Without them everybody is a caller without a name. */
  readonly users?: DoubleUsers;
};

/** An answer to ServerFeatures without `BatchAppend` sends the client on the plain path. */
const METHODS = ['Read', 'Append', 'Delete', 'Tombstone', 'BatchAppend'];
const MESSAGE_BYTES_MAX = 17 * 1024 * 1024;

type Running = { readonly server: Server; readonly tcp: TcpServer; readonly log: DoubleLog };

/**
 * Speaks the part of EventStoreDB's gRPC protocol that the adapter uses, as servers 23.10 and 24.6 were measured to speak it. For tests, and
 * for trying the cluster profile where no EventStoreDB is at hand. Not for production: one process, its log in memory, no scavenging.
 *
 * It says of itself that it leads a cluster of one. Where it differs from the real server: clients may delete streams only
 * for ever, reads take no filters, an append at "any" is never recognised as a repetition, subscriptions are not dropped for being slow, and
 * see DoubleAccess.
 */
export class ProtocolDouble {
  readonly faults = new DoubleFaults();
  readonly #options: ProtocolDoubleOptions;
  readonly #sockets = new Set<Socket>();
  #port: number;
  #running: Running | undefined;
  #counts: AppendCounts = { batchPath: 0, plainPath: 0, eventsOfAppends: [] };
  #readCounts: ReadCounts = { calls: 0, events: 0 };
  #memory: DoubleLog | undefined;

  private constructor(options: ProtocolDoubleOptions) {
    this.#options = options;
    this.#port = options.port ?? 0;
  }

  static async start(options: ProtocolDoubleOptions = {}): Promise<ProtocolDouble> {
    const double = new ProtocolDouble(options);
    await double.#start();
    return double;
  }

  get port(): number {
    return this.#port;
  }

  get host(): string {
    return this.#options.host ?? '127.0.0.1';
  }

  get url(): string {
    return this.urlWith([]);
  }

  /** With `others`, as `host:port`: of a cluster, to whose hosts the client speaks gossip before anything else. */
  urlWith(others: readonly string[]): string {
    return `esdb://${[...others, `${this.host}:${this.#port}`].join(',')}?tls=${this.#options.tls !== undefined}`;
  }

  /** Since the last start. */
  get counts(): AppendCounts {
    return this.#counts;
  }

  /** Since the last start. */
  get readCounts(): ReadCounts {
    return this.#readCounts;
  }

  /** Deletes a stream for ever, as an administrator could. */
  async tombstone(stream: string): Promise<void> {
    await this.#running?.log.tombstone(stream);
  }

  /** Deletes a stream so that it can be brought back, as an administrator could. */
  async softDelete(stream: string): Promise<void> {
    await this.writeMetadata(stream, { $tb: DELETED });
  }

  async writeMetadata(stream: string, metadata: Metadata): Promise<void> {
    await this.#running?.log.writeMetadata(stream, metadata);
  }

  /** Writes an event of the server's own. */
  async writeStatistics(): Promise<void> {
    await this.#running?.log.writeStatistics();
  }

  /** Cuts every connection; new ones are taken at once. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends like a killed process: no goodbye, and what is not synced is not known after `start`. A log in memory is kept. */
  async kill(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    const closed = new Promise<void>((resolve) => {
      running.tcp.close(() => resolve());
    });
    this.cut();
    running.server.forceShutdown();
    await closed;
    if (this.#options.file !== undefined) await running.log.close();
  }

  /** After `kill`, on the same port. */
  async start(): Promise<void> {
    if (this.#running === undefined) await this.#start();
  }

  async stop(): Promise<void> {
    this.faults.speak();
    await this.kill();
  }

  async #start(): Promise<void> {
    const { file, users, tls } = this.#options;
    const log = file === undefined ? (this.#memory ?? (await DoubleLog.open())) : await DoubleLog.open(file);
    if (file === undefined) this.#memory = log;
    const parts = { log, access: new DoubleAccess(log, users), faults: this.faults, cut: () => this.cut() };
    const appends = new DoubleAppends(parts);
    this.#counts = appends.counts;
    const reads = new DoubleReads(parts);
    this.#readCounts = reads.counts;
    const server = new Server({
      'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
      'grpc.max_concurrent_streams': 100,
    });
    server.addService(
      streamsService.StreamsService as never,
      {
        read: reads.read,
        append: appends.append,
        batchAppend: appends.batchAppend,
        delete: appends.delete,
        tombstone: appends.tombstone,
      } as never,
    );
    server.addService(
      featuresService.ServerFeaturesService as never,
      { getSupportedMethods: supportedMethods(this.faults) } as never,
    );
    const self = () => [{ host: this.host, port: this.#port, isLeader: true }];
    server.addService(gossipService.GossipService as never, { read: gossipOf(self, this.faults) } as never);
    const credentials =
      tls === undefined
        ? ServerCredentials.createInsecure()
        : ServerCredentials.createSsl(null, [
            { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.certificate) },
          ]);
    const injector = server.createConnectionInjector(credentials);
    const tcp = createServer({ noDelay: true }, (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
      void this.faults.gate().then(() => {
        if (!socket.destroyed) injector.injectConnection(socket);
      });
    });
    await new Promise<void>((resolve, reject) => {
      tcp.once('error', reject);
      tcp.listen(this.#port, this.host, resolve);
    });
    const address = tcp.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : this.#port;
    this.#running = { server, tcp, log };
  }
}

const supportedMethods =
  (faults: DoubleFaults): handleUnaryCall<Empty, SupportedMethods> =>
  (_, callback) => {
    if (faults.takeFailedFeatures()) return callback(failure(status.INTERNAL, 'told to fail'));
    const methods = new features.SupportedMethods();
    methods.setEventStoreServerVersion('24.6.0');
    methods.setMethodsList(
      METHODS.map((name) => {
        const method = new features.SupportedMethod();
        method.setServiceName('event_store.client.streams.streams');
        method.setMethodName(name.toLowerCase());
        return method;
      }),
    );
    return void faults.gate().then(() => callback(null, methods));
  };
