import { generateKeyPairSync } from 'node:crypto';
import { type ChannelType, type ChannelTypeKey, channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { channelView } from '../fake-relay-view.ts';

/** Two channels of a type differ in their keys alone. */
type Owner = 'anne' | 'bert';

/** A channel that has all that its type asks for. `words`: what of it may be found again in a request, and what it is in the document. */
export type ProbeChannel = {
  readonly owner: Owner;
  readonly view: ChannelView;
  readonly words: readonly (readonly [string, string])[];
};

const REGION: Readonly<Record<Owner, string>> = { anne: 'eu-west-1', bert: 'us-east-2' };
/** An address that is whole. */
const WHOLE = '/a/whole/address';
/** What `other` says where it says something; what it says without a word of it is of interest too. */
const OTHER: Readonly<Record<NonNullable<ChannelType['other']>, string>> = {
  apiVersion: 'version-of-anne',
  modelVersion: 'v9.9',
  knowledgeBase: 'base-of-anne',
  accountId: 'account-of-anne',
  region: 'asia-east9',
  plugin: 'plugin-of-anne',
};
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' });

/** `hasOther`: the channel says something in `other`. */
export function probeChannel(
  key: ChannelTypeKey,
  { owner = 'anne', hasOther }: { readonly owner?: Owner; readonly hasOther: boolean },
): ProbeChannel {
  const { code, other, defaultBaseUrl, addressIsWhole, keyShape }: ChannelType = channelTypeNamed(key);
  const own = ownKey(keyShape, owner);
  const said = other !== undefined && hasOther ? OTHER[other] : '';
  const base = defaultBaseUrl === '' ? 'https://its-own.example' : '';
  const view = channelView({
    id: 1,
    type: code,
    baseUrl: addressIsWhole === true ? `${base}${WHOLE}` : base,
    other: said,
    key: own.key,
    // What is sold, and what is not, is told elsewhere.
    setting: { unpriced: 'pass' },
  });
  const words = [...own.words, [WHOLE, '{address}'] as const, ...(said === '' ? [] : [[said, '{other}'] as const])];
  return { owner, view, words };
}

function ownKey(shape: ChannelType['keyShape'], owner: Owner): { key: string; words: readonly [string, string][] } {
  if (shape === 'json') {
    const [project, email] = [`project-of-${owner}`, `${owner}@accounts.example`];
    const account = { project_id: project, client_email: email, private_key: PEM };
    return { key: JSON.stringify(account), words: [[project, '{project}']] };
  }
  if (shape === 'plain') return { key: `KeyOf${owner}`, words: [[`KeyOf${owner}`, '{key}']] };
  const parts = shape.parts.map(
    (part) => [part === 'Region' ? REGION[owner] : `${part}Of${owner}`, `{${part}}`] as const,
  );
  return { key: parts.map(([word]) => word).join(shape.separator), words: parts.map(([word, name]) => [word, name]) };
}
