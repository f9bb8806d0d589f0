import { z } from 'zod';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { inDemoOf } from './demo.ts';
import type { RouteSpec } from './route.ts';
import { contract } from './routes.ts';
import { exportSchemas } from './openapi-exports.ts';
import { relayPaths, relaySchemas } from './openapi-relay.ts';

type Json = Readonly<Record<string, unknown>>;
type Refusals = Readonly<Record<number, readonly [name: string, answer: Json]>>;

const TITLE = 'Ledgate';

/**
 * The OpenAPI document of everything Ledgate serves: the console's calls from the same table that the router is made from, and the relay's by hand.
 * `/api/openapi.json` has the version of the release. `docs/openapi.json` is this without, written by `UPDATE_OPENAPI=1 npm run jest -- openapi`; a test
 * compares them.
 */
export function openApiDocument(version = '1'): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [tag, routes] of Object.entries(contract)) {
    for (const [path, methods] of Object.entries(byPlace(Object.entries(routes)))) {
      for (const [method, places] of Object.entries(methods)) (paths[path] ??= {})[method] = operation(tag, places);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: TITLE, version, summary: SUMMARY, description: DESCRIPTION },
    servers: [{ url: '/', description: 'Each path works with and without a slash at its end.' }],
    components: {
      headers: HEADERS,
      responses: Object.fromEntries(
        [UNKNOWN_CALLER, DEMO_REFUSAL, ANY_REFUSALS, BODY_REFUSALS].flatMap((refusals) => Object.values(refusals)),
      ),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'Together with the header New-Api-User: the id of the signed-in user',
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The system access token of GET /api/user/token, together with the header New-Api-User',
        },
        token: { type: 'http', scheme: 'bearer', description: 'A token made in the console, with or without sk-' },
      },
      schemas: { ...relaySchemas, ...exportSchemas },
    },
    paths: { ...paths, ...relayPaths },
  };
}

const SUMMARY = 'Amounts are integers in quota units; times are Unix seconds unless a name says otherwise.';
const DESCRIPTION =
  'Answers of /api, but of payments, are { success, message, data } with HTTP 200, refusals included; ' +
  '401: not signed in, 429: too many calls.';

const HEADERS = {
  'X-Oneapi-Request-Id': { description: 'Names the request.', schema: { type: 'string' } },
  'X-Total-Count': { description: 'Of how many rows the list is a page.', schema: { type: 'integer', minimum: 0 } },
  'X-Ledgate-Behind': {
    description: '1: the figures are behind what was written last.',
    schema: { type: 'string', enum: ['1'] },
  },
};

/** How schemas are written: what no schema can say is anything, and a format that JSON Schema knows stands without its pattern. */
const WRITTEN: Pick<z.core.ToJSONSchemaParams, 'unrepresentable' | 'override'> = {
  unrepresentable: 'any',
  override: ({ jsonSchema }) => {
    if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
  },
};

type Named = readonly [name: string, spec: RouteSpec];

function byPlace(routes: readonly Named[]): Readonly<Record<string, Readonly<Record<string, readonly Named[]>>>> {
  const places: Record<string, Record<string, Named[]>> = {};
  for (const route of routes) {
    const path = route[1].path.replace(/\/$/, '');
    const methods = (places[path] ??= {});
    (methods[route[1].method.toLowerCase()] ??= []).push(route);
  }
  return places;
}

/** Several routes at one place differ by a query parameter and are told as one operation. */
function operation(tag: string, routes: readonly Named[]): Json {
  const specs = routes.map(([, spec]) => spec);
  const bodies = specs.flatMap(({ body }) => (body === undefined ? [] : [inputSchema(body)]));
  return {
    operationId: `${tag}.${routes[0]?.[0] ?? ''}`,
    tags: [tag],
    summary: specs
      .map(({ summary, when }) => (when === undefined ? summary : `${summary} (${when.join('=')})`))
      .join('; '),
    description: specs.map(whoMay)[0],
    security:
      specs[0]?.level === 'public' || specs[0]?.level === 'try_user' ? [] : [{ session: [] }, { accessToken: [] }],
    parameters: specs.flatMap(parameters),
    ...(bodies.length === 0
      ? {}
      : { requestBody: { required: true, content: json(bodies.length === 1 ? bodies[0] : { oneOf: bodies }) } }),
    responses: {
      200: {
        description: DONE_OR_REFUSED[specs[0]?.answers ?? 'wrapped'],
        ...(specs.some(({ counted, answers: form }) => counted === true || form === 'csv')
          ? { headers: { 'X-Total-Count': { $ref: '#/components/headers/X-Total-Count' } } }
          : {}),
        content: answers(specs),
      },
      ...(specs.every(({ level }) => level === 'public') ? {} : referred(UNKNOWN_CALLER)),
      ...(specs.every((spec) => inDemoOf(spec) === 'goes_on') ? {} : referred(DEMO_REFUSAL)),
      ...referred(ANY_REFUSALS),
      ...(bodies.length === 0 ? {} : referred(BODY_REFUSALS)),
      ...(specs[0]?.answers === 'file' ? FILE_REFUSALS : {}),
      ...Object.fromEntries(
        specs.flatMap(({ statuses = {} }) => Object.entries(statuses).map((status) => told(status, answers(specs)))),
      ),
    },
  };
}

const DONE_OR_REFUSED = {
  wrapped: 'Done, or refused with success false',
  payment: 'Done, or refused with the message error and the reason as data',
  text: 'Done, or refused with fail',
  csv: 'A file whose first line names its columns, or refused with success false',
  file: 'A file',
} as const;

/** Those that have no body. */
const BARE: ReadonlySet<string> = new Set(['412', '416']);

/** A part of a file is told as the whole is. */
function told([status, description]: [string, string], whole: Json): readonly [string, Json] {
  if (status === '206') return [status, { description, content: whole }];
  return [status, status.startsWith('3') || BARE.has(status) ? { description } : refusal(description)];
}

const json = (schema: unknown): Json => ({ 'application/json': { schema } });

const refusal = (description: string): Json => ({
  description,
  content: json({
    type: 'object',
    required: ['success', 'message'],
    properties: { success: { const: false }, message: { type: 'string' } },
  }),
});

/** What whoever does not prove who he is may be answered (docs/behaviour.md#sessions). */
const UNKNOWN_CALLER: Refusals = {
  401: ['NotSignedIn', refusal('Not signed in: the session or access token is missing, wrong or has ended')],
};

/** What any call may be answered. */
const ANY_REFUSALS: Refusals = {
  429: [
    'TooManyCalls',
    {
      description: 'Too many calls, with an empty body',
      headers: { 'Retry-After': { description: 'Seconds until the next is taken', schema: { type: 'integer' } } },
    },
  ],
  503: ['Away', refusal('The database or the ledger is away')],
};

/** What a call may be answered that would change or send something (docs/behaviour.md#demo). */
const DEMO_REFUSAL: Refusals = {
  405: ['DemoSite', refusal('The site is a demo: nothing is changed or sent')],
};

/** What a call with a body may be answered before anybody looks at what it asks. */
const BODY_REFUSALS: Refusals = {
  413: ['BodyTooLarge', refusal('The body is larger than the limit')],
  429: [
    'AddressShareFull',
    refusal(
      'Bodies of other calls from the same address take its share of memory; or it has made too many calls, with an empty body',
    ),
  ],
  503: [
    'BodiesFull',
    refusal('Bodies of all calls take the memory that is set aside for them, or the database or the ledger is away'),
  ],
};

const referred = (answers: Refusals): Json =>
  Object.fromEntries(
    Object.entries(answers).map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }]),
  );

const LEVELS = {
  public: 'Anybody.',
  try_user: 'Anybody; who is signed in sees what is his.',
  user: 'Any user.',
  admin: `Administrators (role ${ROLE.admin} and above).`,
  root: `Root (role ${ROLE.root}).`,
} as const;

const whoMay = ({ level, opens = [] }: RouteSpec): string =>
  opens.length === 0 ? LEVELS[level] : `${LEVELS[level]} Who holds the permission ${opens.join(' or ')}.`;

function parameters({ params, query, when }: RouteSpec): Json[] {
  return [
    ...properties(params).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...properties(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
    ...(when === undefined ? [] : [{ name: when[0], in: 'query', required: false, schema: { const: when[1] } }]),
  ];
}

/** Texts of an address become values when they are parsed: what they become is documented. */
function properties(schema: z.ZodType | undefined): readonly (readonly [string, unknown])[] {
  if (schema === undefined) return [];
  const { properties: found = {} } = z.toJSONSchema(schema, { io: 'output', ...WRITTEN });
  return Object.entries(found);
}

function inputSchema(schema: z.ZodType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', ...WRITTEN });
  return rest;
}

function answers(specs: readonly RouteSpec[]): Json {
  const [spec] = specs;
  if (spec?.answers === 'csv')
    return {
      'text/csv': { schema: { type: 'string' } },
      ...json({
        type: 'object',
        required: ['success', 'message'],
        properties: { success: { const: false }, message: { type: 'string' } },
      }),
    };
  if (spec?.answers === 'file')
    return Object.fromEntries((spec.fileTypes ?? []).map((type) => [type, { schema: fileSchema(type, spec) }]));
  if (spec?.answers === 'text')
    return { 'text/plain': { schema: { anyOf: [inputSchema(spec.data), { const: 'fail' }] } } };
  return json(spec?.answers === 'payment' ? payment(spec) : wrapper(specs));
}

/** JSON is what the call without a file has as its data. */
const fileSchema = (type: string, { data }: RouteSpec): Json =>
  type === 'application/json' ? inputSchema(data) : { type: 'string' };

/** How a call of a file is refused. */
const FILE_REFUSALS: Readonly<Record<number, Json>> = Object.fromEntries(
  [
    [400, 'What is asked for cannot be'],
    [403, 'Neither the role nor a permission allows it'],
    [404, 'There is nothing of that kind'],
    [409, 'As many files are being made as may be; the same call can be answered once one of them has ended'],
  ].map(([status, description]) => [status, refusal(String(description))]),
);

const besideOf = (specs: readonly RouteSpec[]): readonly (readonly [string, unknown])[] =>
  specs
    .flatMap((spec) => [spec.beside, spec.refusal])
    .flatMap((schema) => (schema === undefined ? [] : Object.entries(inputSchema(schema)['properties'] as Json)));

const payment = (spec: RouteSpec): Json => ({
  type: 'object',
  required: ['message', 'data'],
  properties: {
    message: { enum: ['success', 'error'] },
    data: { anyOf: [inputSchema(spec.data), { type: 'string' }] },
    ...Object.fromEntries(besideOf([spec])),
  },
});

function wrapper(specs: readonly RouteSpec[]): Json {
  const data = specs.map((spec) => inputSchema(spec.data));
  const beside = besideOf(specs);
  return {
    type: 'object',
    required: ['success', 'message'],
    properties: {
      success: { type: 'boolean' },
      message: { type: 'string' },
      data: data[0],
      ...Object.fromEntries(beside),
    },
  };
}
