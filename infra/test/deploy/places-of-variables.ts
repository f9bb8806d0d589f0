import type { VariableName } from '../../src/server/config/environment-schema.ts';

/** Variables of the product that no deployment file sets, and why. A new variable stands in the files or here. */
export const WITHOUT_PLACE: Readonly<Partial<Record<VariableName, string>>> = {
  HOST: 'a container listens on all of its addresses; who may reach them is a matter of its networks',
  RELAY_PROCESSES: 'relays are scaled by containers, each of which is watched and ended by itself',
  RELAY_DIRECTORY_AGE_MAX_SECONDS: 'the default is the longest that is allowed; who wants less must know why',
  KAFKA_TLS_CERT:
    "the files sign in to Kafka with a password; a client certificate takes its place in an overlay of one's own",
  KAFKA_TLS_KEY: 'see KAFKA_TLS_CERT',
  OTEL_EXPORTER_OTLP_HEADERS:
    "only a collector that asks for a password needs it; a secret of its own in an overlay of one's own",
  OTEL_SERVICE_NAME: 'all processes are one service; they differ in service.instance.id',
  OUTBOUND_PRIVATE:
    'nobody is let into a private network by a file that others copy; who has one to let in knows its addresses',
  TIME_SCALE: 'for tests',
};
