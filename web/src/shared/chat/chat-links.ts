import type { StatusRecord } from '../status/status-api.ts';

/** Another site's chat that the operator offers; `name` '' is the only one and has none. */
export type ChatLink = { readonly name: string; readonly template: string };

type Configured = Pick<StatusRecord, 'chat_link' | 'chat_link2' | 'chats'>;
type Filling = { readonly key: string; readonly address: string };

/** What stands in the menu and under a token; the option ChatLink wins over Chats where it is set. */
export const chatLinks = ({ chat_link: only, chats }: Configured): readonly ChatLink[] =>
  only === ''
    ? chats.flatMap((each) => Object.entries(each).map(([name, template]) => ({ name, template })))
    : [{ name: '', template: only }];

/** Where `/chat2link` leads: the option ChatLink2, else the first of the others. */
export const secondChatLink = (status: Configured): ChatLink | undefined =>
  status.chat_link2 === '' ? chatLinks(status)[0] : { name: '', template: status.chat_link2 };

const PLACES = /\{(key|address)\}/gu;
const hasPlaces = (template: string): boolean => template.includes('{key}') || template.includes('{address}');

/**
 * The address of a chat with a key (`sk-…`) and this installation's address in the places of `{key}` and `{address}`; without places in the settings that
 * chats of the family read. undefined: it is no web address.
 */
export function chatAddress(template: string, { key, address }: Filling): string | undefined {
  const values = { key, address: encodeURIComponent(address) };
  const settings = encodeURIComponent(JSON.stringify({ key, url: address }));
  const filled = hasPlaces(template)
    ? template.replaceAll(PLACES, (_place, name: keyof typeof values) => values[name])
    : `${template.replace(/\/+$/u, '')}/#/?settings=${settings}`;
  return URL.canParse(filled) && ['http:', 'https:'].includes(new URL(filled).protocol) ? filled : undefined;
}
