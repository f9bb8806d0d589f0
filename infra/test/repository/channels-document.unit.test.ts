import { expect, it } from '@jest/globals';
import { CHANNEL_TYPES_BY_AGE, type ChannelType, isServed } from '@ledgate/domain/channel/channel-types';
import { tableOf, writtenTable } from './document-table.ts';

const OTHER: Readonly<Record<NonNullable<ChannelType['other']>, string>> = {
  apiVersion: 'API version',
  modelVersion: 'model version',
  knowledgeBase: 'knowledge base',
  accountId: 'account id',
  region: 'region',
  plugin: 'plugin',
};

function addressText({ defaultBaseUrl, addressIsWhole }: ChannelType): string {
  if (addressIsWhole) return 'its own, the whole URL';
  return defaultBaseUrl === '' ? 'its own' : `\`${defaultBaseUrl}\``;
}

function otherText({ other, needsOther }: ChannelType): string {
  if (other === undefined) return '';
  return needsOther ? `${OTHER[other]}, required` : OTHER[other];
}

function keyText({ keyShape }: ChannelType): string {
  if (typeof keyShape !== 'string') return `\`${keyShape.parts.join(keyShape.separator)}\``.replaceAll('|', '\\|');
  return keyShape === 'json' ? 'JSON' : '';
}

const table = tableOf(
  ['Type', 'Name', 'Address', '`other`', 'Key', 'Modes', 'Balance', 'Served'],
  CHANNEL_TYPES_BY_AGE.map((type) => [
    String(type.code),
    type.name,
    addressText(type),
    otherText(type),
    keyText(type),
    type.modes.length === 0 ? 'none, no longer offered' : type.modes.join(' '),
    type.balance?.currency ?? '',
    isServed(type) ? 'yes' : '',
  ]),
);

it('docs/channels.md is what the table of types says; UPDATE_DOCUMENTS=1 writes it', () => {
  expect(writtenTable('docs/channels.md', 'channel types', table)).toBe(table);
});
