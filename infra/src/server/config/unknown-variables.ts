import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { environmentSchema, SECRETS } from './environment-schema.ts';
import { nearestOf, slipOf } from './nearest-name.ts';

/** Every variable that begins like one of ours is meant for us. */
const PREFIXES = [
  'EVENTSTORE_',
  'KAFKA_',
  'LEDGATE_',
  'RELAY_',
  'DATABASE_',
  'GLOBAL_',
  'CRITICAL_',
  'TRUSTED_',
  'BODY_',
] as const;

/** Begin like ours and belong to others: Kafka's own start scripts, our tests, and what Kubernetes and Docker say of services by the name of ours. */
const OF_OTHERS: readonly RegExp[] = [
  /^KAFKA_(OPTS|HEAP_OPTS|LOG4J_OPTS|JVM_PERFORMANCE_OPTS|GC_LOG_OPTS|JMX_OPTS|JMX_PORT|HOME|DEBUG)$/,
  /^(KAFKA|EVENTSTORE|DATABASE|LEDGATE|RELAY)_TEST_/,
  /^LEDGATE_FAULTS$/,
  /_SERVICE_(HOST|PORT(_\w+)?)$/,
  /_PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?$/,
];

const KNOWN: readonly string[] = [...Object.keys(environmentSchema.shape), ...SECRETS.map((name) => `${name}_FILE`)];

/**
 * Throws StartRefused when a variable that is set is meant for Ledgate and does not exist, by its beginning or as a slip of one that does: a default would
 * otherwise stay in force.
 */
export function refuseUnknown(variables: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined || value === '' || OF_OTHERS.some((pattern) => pattern.test(name))) continue;
    const meant = PREFIXES.some((prefix) => name.startsWith(prefix)) ? unknownAs(name) : slipOf(name, KNOWN);
    if (meant === undefined) continue;
    throw new StartRefused(
      `The environment variable ${name} is unknown; did you mean ${meant}? Unset it if it is meant for another program.`,
    );
  }
}

const unknownAs = (name: string): string | undefined => (KNOWN.includes(name) ? undefined : nearestOf(name, KNOWN));
