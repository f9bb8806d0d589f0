/** The line that infra/deploy runs. */
export const SERVER_IMAGE = 'eventstore/eventstore:23.10.8-bookworm-slim';

const PORT = 2113;
/** The image may have to be fetched first. */
const STARTED_WITHIN_MS = 180_000;

export type ServerContainer = { readonly url: string; stop(): Promise<void> };

/** A real EventStoreDB, empty, a single node without TLS and accounts, in a container that is removed at `stop`. Loads testcontainers only here. */
export async function startServerContainer(): Promise<ServerContainer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(SERVER_IMAGE)
    .withEnvironment({
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_CLUSTER_SIZE: '1',
      EVENTSTORE_RUN_PROJECTIONS: 'None',
      EVENTSTORE_TELEMETRY_OPTOUT: 'true',
    })
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCode(204))
    .withStartupTimeout(STARTED_WITHIN_MS)
    .start();
  return {
    url: `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`,
    stop: async () => {
      await container.stop();
    },
  };
}
