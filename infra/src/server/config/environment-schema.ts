import { join, resolve } from 'node:path';
import { PARTITIONS_MAX } from '@ledgate/projections/limits';
import { CALLS_OF_USER_MAX } from '@ledgate/relay/limits';
import { z } from 'zod';
import { eventStoreUrl } from './event-store-url.ts';
import { ALL, rolesSchema } from './roles.ts';
import {
  address,
  factor,
  flag,
  hosts,
  namedNetworks,
  networks,
  rateLimit,
  share,
  wholeNumber,
} from './variable-types.ts';

/**
 * Every environment variable that Ledgate reads, as `npm run variables` writes them into docs/operations.md. Values are text; those that are secret may
 * also be given as NAME_FILE, the path of a file that holds them.
 */
export const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535)
    .default(3000)
    .describe('TCP port of the HTTP server; every process has one, if only for its health'),
  HOST: z.string().min(1).default('0.0.0.0').describe('address the HTTP server listens on'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((path) => resolve(path))
    .describe('folder for everything that must survive on this machine'),
  EXPORT_DIR: z
    .string()
    .min(1)
    .transform((path) => resolve(path))
    .optional()
    .describe(
      'folder for the files of exports, kept for a day; where api and worker are on several hosts one that they share; not set: `exports` in DATA_DIR',
    ),
  ROLES: rolesSchema
    .default([ALL])
    .describe('what this process does: all, or a comma list of api, relay, projector, publisher, worker'),
  RELAY_PROCESSES: wholeNumber(1, 16)
    .default(1)
    .describe('relay processes behind the one port of this machine, each with its own till; above 1 they are forked'),
  RELAY_DIRECTORY_AGE_MAX_SECONDS: wholeNumber(2, 10)
    .default(10)
    .describe(
      'when the directory could not be read for so long, the relay answers 503 instead of trusting what it knows',
    ),
  RELAY_CALLS_OF_USER_MAX: wholeNumber(1, 65_536)
    .default(CALLS_OF_USER_MAX)
    .describe('requests of one user that may run at a time in each relay process; further ones are answered 429'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('a given Postgres instead of the embedded one; processes of one installation share it'),
  MASTER_KEY: z
    .string()
    .regex(
      /^[A-Za-z0-9+/=,\s]+$/,
      'must be 32 random bytes in base64 (openssl rand -base64 32), or several between commas',
    )
    .optional()
    .describe(
      'what keys of channels, API keys, codes and options that are secrets are encrypted under: 32 random bytes in base64, the same for every process; ' +
        'several between commas while it is rotated, the new one first; not set: `master.key` in DATA_DIR, which is made',
    ),
  LEDGER_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'what seals of the ledger are signed with: a private key of Ed25519 in PKCS#8 PEM (openssl genpkey -algorithm ed25519), of workers alone; with workers ' +
        'on several hosts the same for each; not set: `ledger-key.pem` in DATA_DIR, which is made',
    ),
  EVENTSTORE_URL: eventStoreUrl
    .optional()
    .describe(
      'EventStoreDB as the event store instead of Postgres: `esdb://host:2113?tls=true`; with TLS a host name, no IP address',
    ),
  EVENTSTORE_USER: z.string().min(1).optional().describe('who the product is on EventStoreDB; no administrator'),
  EVENTSTORE_PASSWORD: z.string().min(1).optional().describe('of EVENTSTORE_USER'),
  EVENTSTORE_ADMIN_USER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'administrator who lets EVENTSTORE_USER in when the product starts, and does nothing else; commands never use it',
    ),
  EVENTSTORE_ADMIN_PASSWORD: z.string().min(1).optional().describe('of EVENTSTORE_ADMIN_USER'),
  EVENTSTORE_TLS_CA_FILE: z
    .string()
    .min(1)
    .transform((path) => resolve(path))
    .optional()
    .describe('file (PEM) of the authority that vouches for EventStoreDB, where Node does not know it'),
  KAFKA_BROKERS: hosts.optional().describe('Kafka as the way to the projectors: comma list of HOST:PORT'),
  KAFKA_TOPIC: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,200}$/, 'must be 1 to 200 letters, digits, dots, hyphens and underscores')
    .default('ledgate')
    .describe("beginning of the topic's name; installations on one Kafka differ in it"),
  KAFKA_PARTITIONS: wholeNumber(1, PARTITIONS_MAX)
    .default(12)
    .describe('partitions of the topic; another number needs another KAFKA_GENERATION'),
  KAFKA_GENERATION: wholeNumber(1, 1_000_000).default(1).describe('generation of the topic'),
  KAFKA_REPLICATION_FACTOR: wholeNumber(1, 100)
    .default(1)
    .describe('copies of each message in a topic that the product makes'),
  KAFKA_TLS: flag.default(false).describe('true: the connection to Kafka is encrypted'),
  KAFKA_TLS_CA: z
    .string()
    .min(1)
    .optional()
    .describe('authority (PEM) that vouches for the brokers, where Node does not know it'),
  KAFKA_TLS_CERT: z.string().min(1).optional().describe("this client's certificate (PEM)"),
  KAFKA_TLS_KEY: z.string().min(1).optional().describe('key (PEM) of KAFKA_TLS_CERT'),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'], 'must be plain, scram-sha-256 or scram-sha-512')
    .optional()
    .describe('how the product signs in to Kafka: plain, scram-sha-256 or scram-sha-512'),
  KAFKA_SASL_USERNAME: z.string().min(1).optional().describe('who the product is on Kafka'),
  KAFKA_SASL_PASSWORD: z.string().min(1).optional().describe('of KAFKA_SASL_USERNAME'),
  TRUSTED_PROXIES: namedNetworks
    .default([])
    .describe('comma list of addresses or networks whose X-Forwarded-For is believed'),
  OUTBOUND_PRIVATE: networks
    .default([])
    .describe(
      'comma list of private addresses and networks (10.1.2.0/24) that calls to addresses which a person has named may go to, by http too; ' +
        'whoever may name an address reaches them, so name as few as can be',
    ),
  GLOBAL_API_RATE_LIMIT: rateLimit
    .default('180/180')
    .describe(
      'calls per seconds and address on `/api` that nobody sends who is signed in, in each process; 0 switches it off',
    ),
  SESSION_API_RATE_LIMIT: rateLimit
    .default('1800/180')
    .describe(
      'calls per seconds and person on `/api`, of all his sessions and access tokens together, in each process; 0 switches it off',
    ),
  CRITICAL_RATE_LIMIT: rateLimit
    .default('20/1200')
    .describe('calls per seconds and address on sign-in, registration and the like; 0 switches it off'),
  GLOBAL_WEB_RATE_LIMIT: rateLimit
    .default('60/180')
    .describe('calls per seconds and address on pages; 0 switches it off'),
  MAIL_CODE_SECONDS: wholeNumber(1, 86_400).default(600).describe('how long codes and links that were mailed are good'),
  CHANNEL_TEST_FREQUENCY: wholeNumber(0, 525_600)
    .default(0)
    .describe(
      'minutes after which all channels are tested again, in one process of the installation; 0: not by itself',
    ),
  POLLING_INTERVAL: wholeNumber(0, 3_600).default(0).describe('seconds between two channels while all are tested'),
  GITHUB_OAUTH_BASE_URL: address
    .default('https://github.com')
    .describe('where a person who signs in by GitHub is asked for, and his code is changed for a token'),
  GITHUB_API_BASE_URL: address.default('https://api.github.com').describe('where GitHub tells whose token it is'),
  LINUXDO_BASE_URL: address.default('https://connect.linux.do').describe('where LinuxDO signs people in'),
  TURNSTILE_BASE_URL: address
    .default('https://challenges.cloudflare.com')
    .describe('where the bot check (Turnstile) is asked for its verdict'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('least level that is logged: trace, debug, info, warn, error, fatal, silent'),
  METRICS: z
    .enum(['on', 'local', 'off'], 'must be on, local or off')
    .default('local')
    .describe(
      'who may read `/metrics`: everybody who reaches the port (on), this machine without a proxy (local), nobody, and nothing is counted (off)',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\//, 'must begin with http:// or https://')
    .optional()
    .describe(
      'collector that takes traces by OTLP over HTTP, without `/v1/traces`; not set: there are no traces, and nothing of them is loaded',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^\s*[^=,\s]+=[^,]*(,\s*[^=,\s]+=[^,]*)*$/, 'must be name=value pairs between commas')
    .optional()
    .describe('headers for the collector: `name=value,name=value`, values percent-encoded'),
  OTEL_SERVICE_NAME: z.string().min(1).default('ledgate').describe('the name that traces are found by'),
  OTEL_TRACES_SAMPLER_ARG: share
    .default(1)
    .describe('how many of all traces are taken, from 0 to 1: the same ones in every process'),
  BODY_BYTES_MAX: wholeNumber(1_024, 1_073_741_824)
    .default(32 * 1024 * 1024)
    .describe('largest request body on the relay, in bytes'),
  TIME_SCALE: factor(10)
    .default(1)
    .describe('factor on heartbeats, rotations, idle times and CHANNEL_TEST_FREQUENCY; tests run at 0.1'),
});

export type Environment = z.infer<typeof environmentSchema>;

/** Where workers write files of finance, and api processes read them. */
export const exportDirOf = ({ EXPORT_DIR, DATA_DIR }: Pick<Environment, 'EXPORT_DIR' | 'DATA_DIR'>): string =>
  EXPORT_DIR ?? join(DATA_DIR, 'exports');

export type VariableName = keyof Environment;

/** May be given as NAME_FILE, and are never shown. */
export const SECRETS = [
  'DATABASE_URL',
  'MASTER_KEY',
  'LEDGER_KEY',
  'EVENTSTORE_URL',
  'EVENTSTORE_PASSWORD',
  'EVENTSTORE_ADMIN_PASSWORD',
  'KAFKA_TLS_CA',
  'KAFKA_TLS_CERT',
  'KAFKA_TLS_KEY',
  'KAFKA_SASL_PASSWORD',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const satisfies readonly VariableName[];
