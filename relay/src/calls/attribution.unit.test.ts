import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chargeSchema } from '@ledgate/domain/till/charge';
import { userId } from '@ledgate/domain/shared/ids';
import { optionValues } from '@ledgate/domain/options/values';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import { isTagName, isTagValue, TAGS_MAX } from '@ledgate/domain/till/tags';
import { END_USER_CHARACTERS_MAX } from '../limits.ts';
import { FakeRelayView } from '../testing/fake-relay-view.ts';
import type { JsonObject } from '../wire/json.ts';
import { type Attribution, attributionOf } from './attribution.ts';

const ACCOUNT = userId(7);

function of(header: string | undefined, body: JsonObject = {}, tagKeys = ''): Attribution | undefined {
  const view = new FakeRelayView();
  view.setOptions({ TagKeys: optionValues(new Map([['TagKeys', tagKeys]])).TagKeys });
  return attributionOf(header === undefined ? {} : { 'x-ledgate-tags': header }, body, ACCOUNT, view);
}

const tags = (...given: Parameters<typeof of>): unknown => of(...given)?.tags;
const user = (body: JsonObject): unknown => of(undefined, body)?.endUser;
const hashed = (name: string): string => new FakeRelayView().endUserHash(ACCOUNT, name);

describe('the tags of a call', () => {
  it('are those of the header, without blanks around them', () => {
    expect(tags('project=atlas, cost-centre = emea/4711 ,a=b')).toEqual({
      project: 'atlas',
      'cost-centre': 'emea/4711',
      a: 'b',
    });
  });

  it('are of the metadata those whose names the option has, and after those of the header', () => {
    const metadata = { project: 'borealis', team: 'red', secret: 'x', user_id: 'u' };
    expect(tags(undefined, { metadata })).toBeUndefined();
    expect(tags(undefined, { metadata }, 'team\nproject')).toEqual({ team: 'red', project: 'borealis' });
    expect(tags('project=atlas', { metadata }, 'project, team')).toEqual({ project: 'atlas', team: 'red' });
  });

  it.each(['', ',', '=', 'a', 'a=', '=b', 'a=b=c', 'a b=c', 'a=ä', `a=${'x'.repeat(65)}`, '__proto__=x'])(
    'are none where the header is %j',
    (header) => {
      expect(of(header)).toBeUndefined();
    },
  );

  it.each([undefined, null, 'text', ['team'], { team: 7 }, { team: null }, { team: 'a b' }, { Team: 'a' }])(
    'are none where the metadata is %j',
    (metadata) => {
      expect(of(undefined, { metadata }, 'team')).toBeUndefined();
    },
  );

  it('are eight at most, the first; of one name the first', () => {
    const header = Array.from({ length: 20 }, (_, index) => `n${index}=v`).join(',');
    expect(Object.keys(tags(header) as object)).toEqual(Array.from({ length: TAGS_MAX }, (_, index) => `n${index}`));
    expect(tags('a=1,a=2')).toEqual({ a: '1' });
    expect(tags(header, { metadata: { team: 'red' } }, 'team')).not.toHaveProperty('team');
  });

  it('reach an event as they are, and what is dropped never does', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 70 }),
      fc.stringMatching(/^[A-Za-z0-9._:/-]{1,66}$/),
      fc.constantFrom('__proto__', 'constructor', 'toString', 'a', ''),
    );
    const value = fc.oneof(part, fc.integer(), fc.constant(null));
    const header = fc.array(fc.tuple(part, part), { maxLength: 12 });
    fc.assert(
      fc.property(header, fc.array(fc.tuple(part, value), { maxLength: 12 }), (sent, stated) => {
        const metadata = Object.fromEntries(stated);
        const kept = of(
          sent.map(([name, text]) => `${name}=${text}`).join(','),
          { metadata },
          stated.map(([name]) => name).join('\n'),
        );
        const { tags: written = {} } = chargeSchema.parse(JSON.parse(JSON.stringify({ ...exampleCharge(), ...kept })));
        expect(written).toEqual(kept?.tags ?? {});
        expect(Object.keys(written).length).toBeLessThanOrEqual(TAGS_MAX);
        const given = new Set([...sent.flat().flatMap((text) => text.split(/[=,]/u)), ...stated.flat()].map(trimmed));
        for (const [name, text] of Object.entries(written)) {
          expect([isTagName(name), isTagValue(text), given.has(name), given.has(text)]).toEqual([
            true,
            true,
            true,
            true,
          ]);
        }
      }),
    );
  });
});

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

describe('the end user of a call', () => {
  it('is where each protocol has him, and kept as a hash alone', () => {
    expect(user({ user: 'ann' })).toBe(hashed('ann'));
    expect(user({ metadata: { user_id: 'ann' } })).toBe(hashed('ann'));
    expect(user({ safety_identifier: 'ann' })).toBe(hashed('ann'));
    expect(user({ safety_identifier: 'c', metadata: { user_id: 'b' }, user: 'a' })).toBe(hashed('a'));
    expect(user({ safety_identifier: 'c', metadata: { user_id: 'b' }, user: '' })).toBe(hashed('b'));
  });

  it.each([{}, { user: '' }, { user: 7 }, { user: null }, { user: { id: 'a' } }, { metadata: { user_id: 1 } }])(
    'is nobody in %j',
    (body) => {
      expect(of(undefined, body)).toBeUndefined();
    },
  );

  it('is nobody where the text is longer than an id', () => {
    expect(user({ user: 'x'.repeat(END_USER_CHARACTERS_MAX) })).toBeDefined();
    expect(of(undefined, { user: 'x'.repeat(END_USER_CHARACTERS_MAX + 1) })).toBeUndefined();
  });
});

describe('a call that states nothing', () => {
  it('has nothing made for it: neither a hash nor an object', () => {
    const view = {
      options: optionValues(new Map()),
      endUserHash: (): string => {
        throw new Error('nobody is named');
      },
    };
    expect(attributionOf({}, { model: 'm', messages: [], metadata: { a: 'b' } }, ACCOUNT, view)).toBeUndefined();
  });
});
