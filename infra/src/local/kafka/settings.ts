import { HEAP_MB } from '../../adapters/feed/kafka/limits.ts';

export type Ports = { readonly broker: number; readonly controller: number };

/** Names and values of the broker's own configuration. */
export type Settings = Readonly<Record<string, string | number | boolean>>;

/** One process that is broker and controller, on loopback; small, and with nothing made that nobody asked for. */
export const settingsOf = ({ broker, controller }: Ports, storage: string, settings: Settings = {}): string =>
  `${Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://127.0.0.1:${broker},CONTROLLER://127.0.0.1:${controller}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${broker}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': storage.replaceAll('\\', '\\\\'),
    'auto.create.topics.enable': false,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    // A projector need not wait for others to join, and tests may use short sessions.
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1_000,
    // A broker that was killed is let in again only when its own session before has ended.
    'broker.session.timeout.ms': 2_000,
    'broker.heartbeat.interval.ms': 500,
    'num.network.threads': 1,
    'num.io.threads': 2,
    'num.recovery.threads.per.data.dir': 1,
    'log.cleaner.dedupe.buffer.size': 2 * 1024 * 1024,
    'log.segment.bytes': 256 * 1024 * 1024,
    ...settings,
  })
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')}\n`;

export const LOGGING = `rootLogger.level=warn
rootLogger.appenderRef.out.ref=out
appender.out.type=Console
appender.out.name=out
appender.out.layout.type=PatternLayout
appender.out.layout.pattern=%d{ISO8601} %p %c{1} %m%n
logger.server.name=kafka.server.KafkaRaftServer
logger.server.level=info
`;

/** For a small machine: little heap, one collector thread, the quick compiler only. */
export const JVM_OPTIONS = [
  '-Xms64m',
  `-Xmx${HEAP_MB}m`,
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Djava.awt.headless=true',
];
