import { StartRefused } from '../../embedded/data-folder/start-refused.ts';

/** The cluster gives each of these to its processes itself. */
const OWN = ['DATABASE_URL', 'DATABASE_URL_FILE', 'ROLES', 'RELAY_PROCESSES', 'TRUSTED_PROXIES'];

/** Throws StartRefused when a variable is set that would be overruled. */
export function refuseOverruled(variables: NodeJS.ProcessEnv): void {
  const name = Object.keys(variables).find(
    (each) =>
      (OWN.includes(each) || /^KAFKA_(BROKERS|TOPIC|PARTITIONS|GENERATION|REPLICATION_FACTOR|TLS|SASL)/.test(each)) &&
      variables[each] !== '',
  );
  if (name === undefined) return;
  throw new StartRefused(
    `${name} is set, and npm run cluster sets it itself: it starts its own Postgres and Kafka, and one process for each role; unset it, or use npm start`,
  );
}
