import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import type { Environment, VariableName } from './environment-schema.ts';
import { ALL, type Role, ROLES } from './roles.ts';

/** The first makes sense only beside the second. */
const NEEDS: readonly (readonly [VariableName, VariableName])[] = [
  ['EVENTSTORE_USER', 'EVENTSTORE_URL'],
  ['EVENTSTORE_ADMIN_USER', 'EVENTSTORE_URL'],
  ['EVENTSTORE_TLS_CA_FILE', 'EVENTSTORE_URL'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['EVENTSTORE_USER', 'EVENTSTORE_PASSWORD'],
  ['EVENTSTORE_PASSWORD', 'EVENTSTORE_USER'],
  ['EVENTSTORE_ADMIN_USER', 'EVENTSTORE_ADMIN_PASSWORD'],
  ['EVENTSTORE_ADMIN_PASSWORD', 'EVENTSTORE_ADMIN_USER'],
  ['KAFKA_TLS_CERT', 'KAFKA_TLS_KEY'],
  ['KAFKA_TLS_KEY', 'KAFKA_TLS_CERT'],
  ['KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USERNAME'],
  ['KAFKA_SASL_MECHANISM', 'KAFKA_SASL_PASSWORD'],
  ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_MECHANISM'],
  ['KAFKA_SASL_PASSWORD', 'KAFKA_SASL_MECHANISM'],
];

/** They encrypt secrets or need them; a projector and a publisher never see one. */
const KEYED_ROLES: readonly Role[] = ['api', 'relay', 'worker'];

const KAFKA_TLS_TEXTS = ['KAFKA_TLS_CA', 'KAFKA_TLS_CERT', 'KAFKA_TLS_KEY'] as const;

/** What this process does: of all roles the publisher only where there is something to publish to. */
export function rolesOf({
  ROLES: given,
  KAFKA_BROKERS: brokers,
}: Pick<Environment, 'ROLES' | 'KAFKA_BROKERS'>): ReadonlySet<Role> {
  if (given.includes(ALL)) return new Set(ROLES.filter((role) => role !== 'publisher' || brokers !== undefined));
  return new Set(given.filter((role) => role !== ALL));
}

/**
 * Refuses variables that are right each and make no sense together. Throws StartRefused, which names them. Sensible are, beside the two profiles:
 * several processes on one Postgres alone, and EventStoreDB without Kafka, whose projectors read the store themselves.
 * @param given names of the variables that are set
 */
export function refuseSenseless(environment: Environment, given: ReadonlySet<string>): void {
  const refusal = senselessness(environment) ?? dependence(environment, given);
  if (refusal !== undefined) throw new StartRefused(refusal);
}

function senselessness(environment: Environment): string | undefined {
  const {
    ROLES: given,
    DATABASE_URL: database,
    EVENTSTORE_URL: store,
    KAFKA_BROKERS: brokers,
    RELAY_PROCESSES: relays,
    MASTER_KEY: masterKey,
  } = environment;
  const roles = rolesOf(environment);
  if (!given.includes(ALL) && database === undefined)
    return `ROLES is ${given.join(',')}: DATABASE_URL must name the Postgres that all processes share.`;
  if (!given.includes(ALL) && masterKey === undefined && KEYED_ROLES.some((role) => roles.has(role)))
    return `ROLES is ${given.join(',')}: MASTER_KEY must be set, the same for every process of the installation.`;
  if (brokers !== undefined && store === undefined) {
    return 'KAFKA_BROKERS needs EVENTSTORE_URL: where Postgres is the event store, projectors read it themselves.';
  }
  if (roles.has('publisher') && brokers === undefined)
    return 'ROLES has publisher: KAFKA_BROKERS must name the Kafka it publishes to.';
  if (relays > 1 && !roles.has('relay')) return `RELAY_PROCESSES is ${relays}: ROLES must have relay.`;
  return undefined;
}

function dependence(environment: Environment, given: ReadonlySet<string>): string | undefined {
  const missing = NEEDS.find(([name, needed]) => environment[name] !== undefined && environment[needed] === undefined);
  if (missing !== undefined) return `${missing[0]} is set: ${missing[1]} must be set too.`;
  const text = KAFKA_TLS_TEXTS.find((name) => environment[name] !== undefined);
  if (text !== undefined && !environment.KAFKA_TLS) return `${text} is set: KAFKA_TLS must be true.`;
  const ofKafka = [...given].find((name) => name.startsWith('KAFKA_') && name !== 'KAFKA_BROKERS');
  return ofKafka === undefined || environment.KAFKA_BROKERS !== undefined
    ? undefined
    : `${ofKafka} is set: KAFKA_BROKERS must be set too.`;
}
