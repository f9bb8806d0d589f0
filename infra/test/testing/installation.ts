import { randomUUID } from 'node:crypto';
import type { LastElection } from '@ledgate/projections/directory/leadership/leaderships';
import { lastElections } from '@ledgate/projections/directory/leadership/leaderships';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { testMasterKey } from '@ledgate/projections/testing/directory-keys';
import pg from 'pg';
import { ALL, type Role } from '../../src/server/config/roles.ts';
import { ProtocolDouble } from '../doubles/eventstoredb/protocol-double.ts';
import { testLedgerKey } from './ledger-key.ts';
import { Product } from './product.ts';

export type InstallationOptions = {
  /** EventStoreDB, by its protocol double, instead of Postgres. */
  readonly eventStore?: boolean;
  /** Kafka, on a topic of its own. */
  readonly brokers?: readonly string[];
  /** Of every process. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** Fewer than in production: so that some hold many accounts, and none nothing. */
const PARTITIONS = 3;

/** One installation made of several processes: its servers, and the processes that were started. */
export class Installation {
  readonly double: ProtocolDouble | undefined;
  readonly pool: pg.Pool;
  /** What every process is told. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #database: FreshDatabase;
  readonly #processes: Product[] = [];

  private constructor(
    database: FreshDatabase,
    double: ProtocolDouble | undefined,
    { brokers, environment = {} }: InstallationOptions,
  ) {
    this.#database = database;
    this.double = double;
    this.pool = new pg.Pool({ connectionString: database.url, max: 2 });
    this.pool.on('error', () => undefined);
    this.environment = {
      DATABASE_URL: database.url,
      MASTER_KEY: testMasterKey(),
      LEDGER_KEY: testLedgerKey(),
      ...(double === undefined ? {} : { EVENTSTORE_URL: double.url }),
      ...(brokers === undefined
        ? {}
        : {
            KAFKA_BROKERS: brokers.join(','),
            KAFKA_TOPIC: `test-${randomUUID()}`,
            KAFKA_PARTITIONS: String(PARTITIONS),
          }),
      ...environment,
    };
  }

  static async open(options: InstallationOptions = {}): Promise<Installation> {
    const double = options.eventStore === true ? await ProtocolDouble.start() : undefined;
    return new Installation(await freshDatabase(), double, options);
  }

  get databaseUrl(): string {
    return this.#database.url;
  }

  /** One more process, which is not started. */
  process(roles: readonly (Role | typeof ALL)[], environment: Readonly<Record<string, string>> = {}): Product {
    const hasApi = roles.includes('api') || roles.includes(ALL);
    const made = new Product(
      { ...this.environment, ROLES: roles.join(','), ...environment },
      hasApi ? '/api/status' : '/readyz',
    );
    this.#processes.push(made);
    return made;
  }

  async start(
    roles: readonly (Role | typeof ALL)[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Product> {
    const made = this.process(roles, environment);
    await made.start();
    return made;
  }

  elections(): Promise<readonly LastElection[]> {
    return lastElections(this.pool);
  }

  /** Ends whatever is left. */
  async close(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.discard()));
    await this.pool.end();
    await this.double?.stop();
    await this.#database.drop();
  }
}
