import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { CHANNEL_TYPES, type ChannelTypeKey } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { extrasOfOpenAi } from '../modes/asked.ts';
import { type ChatWay, type MemberFinding, type ProviderRow, providerRow } from '../testing/probing/provider-row.ts';
import { probeChannel } from '../testing/probing/probe-channel.ts';
import { probed } from '../testing/probing/probed-request.ts';
import { isObject, type JsonObject } from '../wire/json.ts';
import { providers } from './registry.ts';

/** Of what the providers' documents say that they take: where, and bodies as callers write them and as they go up. */
type Fixture = {
  readonly url: string;
  readonly model?: string;
  readonly channel?: Partial<Omit<ChannelView, 'id'>>;
  readonly requests?: readonly { readonly why: string; readonly asked: JsonObject; readonly sent: JsonObject }[];
  readonly unsupported?: readonly { readonly asked: JsonObject; readonly field: string }[];
};

const KEYS = new Set<string>(CHANNEL_TYPES.map(({ key }) => key));

/** A fixture is named by its type, or stands in the folder of it. */
const FIXTURES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^\w+\/fixtures\/[\w-]+\.json$/.test(file))
  .flatMap((file) => {
    const [folder = '', , name = ''] = file.replace('.json', '').split('/');
    const key = [name, folder].find((one) => KEYS.has(one)) as ChannelTypeKey | undefined;
    const fixture = JSON.parse(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')) as Fixture;
    return key === undefined || typeof fixture.url !== 'string' ? [] : [{ file, key, fixture }];
  });
const WITH_BODIES = FIXTURES.filter(({ fixture }) => fixture.requests !== undefined);

const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
/** What stands in braces may be anything that is one part of a path. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path === '{address}' ? '.*' : escaped(path).replaceAll(/\{[^}]+\}/g, '[^/?&]+')}$`);

const isFor = ({ paths }: ChatWay, { url }: Fixture): boolean => {
  const { pathname, search } = new URL(url);
  return paths.some((path) => patternOf(path.replace('WebSocket ', '')).test(decodeURI(`${pathname}${search}`)));
};

const rows = new Map<ChannelTypeKey, ProviderRow | undefined>();

async function wayFor(key: ChannelTypeKey, fixture: Fixture): Promise<ChatWay> {
  if (!rows.has(key)) rows.set(key, await providerRow(key));
  const row = rows.get(key);
  const way = row?.chats.find((one) => isFor(one, fixture));
  if (way === undefined) throw new Error(`no path of ${key} is that of ${fixture.url}`);
  return way;
}

const findingsOf = ({ members }: ChatWay, member: string): readonly MemberFinding[] =>
  members.filter(({ name }) => name === `\`${member}\``);

const rootOf = (path: string): string => path.split(/[.[]/)[0] ?? '';

/** What says nothing, so that it may stay behind anywhere. */
const isNothing = (value: unknown): boolean =>
  value === null || value === false || value === 0 || value === 'none' || isDeepStrictEqual(value, []);

/** To forbid tools may be to leave them out. */
const isForbidden = (member: string, { tool_choice: choice, function_call: call }: JsonObject): boolean =>
  (member === 'tools' && choice === 'none') || (member === 'functions' && call === 'none');

/** Where a member may be found, by what becomes of it. */
const placesOf = (member: string, { fate, at }: MemberFinding): readonly string[] =>
  fate === 'same' ? [member] : fate === 'moved' ? at.map(rootOf) : [];

function clamped(value: unknown, { least, greatest }: MemberFinding): unknown {
  return typeof value === 'number' ? Math.min(greatest ?? value, Math.max(least ?? value, value)) : value;
}

const valueAt = (body: JsonObject, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), body);

/** Undefined where the row says the same as the fixture. */
function disagreement(
  way: ChatWay,
  member: string,
  { asked, sent }: { readonly asked: JsonObject; readonly sent: JsonObject },
): string | undefined {
  const findings = findingsOf(way, member);
  const [only, ...others] = findings;
  const value = asked[member];
  if (only === undefined || isNothing(value) || isForbidden(member, asked)) return undefined;
  const said = `${member}: ${findings.map(({ fate }) => fate).join(' ')}`;
  const places = findings.flatMap((finding) => placesOf(member, finding));
  const isLeft = findings.every(({ fate }) => fate === 'left');
  if (isLeft) return isDeepStrictEqual(sent[member], value) ? `${said}, and it is sent` : undefined;
  if (others.length > 0 || only.isInPath === true) return undefined;
  if (only.fate === 'refused' && typeof value === 'number' && value < (only.refusedFrom ?? 0)) return undefined;
  if (only.fate === 'refused') return `${said}, and it is sent`;
  if (!places.some((place) => place in sent)) return `${said}, and it is at none of ${places.join(', ')}`;
  const [place = member] = only.fate === 'same' ? [member] : only.at;
  const isAskedThere = place !== member && place in asked;
  const isAsSaid = only.isConverted || isAskedThere || isDeepStrictEqual(valueAt(sent, place), clamped(value, only));
  if (!isAsSaid) return `${said}, and it is another at ${place}`;
  return undefined;
}

describe('what docs/providers.md says of a provider', () => {
  it.each(FIXTURES.map(({ file, key, fixture }) => [file, key, fixture] as const))(
    '%s: is asked there',
    async (_file, key, fixture) => {
      expect(isFor(await wayFor(key, fixture), fixture)).toBe(true);
    },
  );

  it('can be compared with a fixture for every type that has chats', () => {
    const chatting = CHANNEL_TYPES.filter(({ code }) => providers.wayOf(code, 'chat', 'openai') !== undefined);
    const compared = new Set(FIXTURES.map(({ key }) => key));
    expect(chatting.filter(({ key }) => !compared.has(key)).map(({ key }) => key)).toEqual([]);
  });

  describe.each(WITH_BODIES.map(({ file, key, fixture }) => [file, key, fixture] as const))(
    '%s',
    (_file, key, fixture) => {
      it('is what goes up', async () => {
        const way = await wayFor(key, fixture);
        const wrong = (fixture.requests ?? []).flatMap((request) =>
          Object.keys(request.asked).flatMap((member) => disagreement(way, member, request) ?? []),
        );
        expect(wrong).toEqual([]);
      });

      it('is what is refused', async () => {
        const way = await wayFor(key, fixture);
        const wrong = (fixture.unsupported ?? []).filter(({ asked, field }) => {
          const findings = findingsOf(way, rootOf(field));
          const isRefused = findings.some(({ fate, refusedFrom }) => fate === 'refused' || refusedFrom !== undefined);
          // Some are refused where nothing prices them, which the document leaves to others.
          return findings.length > 0 && !isRefused && !extrasOfOpenAi(asked).some((extra) => extra.field === field);
        });
        expect(wrong).toEqual([]);
      });
    },
  );

  const whole = WITH_BODIES.filter(({ file }) => file.endsWith('requests.json'));
  it.each(whole.map(({ file, key, fixture }) => [file, key, fixture] as const))(
    '%s: goes up as it says',
    async (_file, key, fixture) => {
      const probe = probeChannel(key, { hasOther: true });
      const channel = { ...probe, view: { ...probe.view, ...fixture.channel } };
      for (const { asked, sent } of fixture.requests ?? []) {
        const request = await probed({ from: providers, key, channel, model: fixture.model ?? 'm' }, 'chat', {
          messages: [{ role: 'user', content: 'hi' }],
          ...asked,
        });
        if (typeof request !== 'object') throw new Error(`${key} cannot be asked`);
        expect([`${request.origin}${request.path}`, request.body]).toEqual([fixture.url, sent]);
      }
    },
  );
});
