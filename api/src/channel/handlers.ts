import type { Language } from '@ledgate/domain/catalogue/language';
import { createChannel } from '@ledgate/projections/directory/channels/create';
import { keysOf } from '@ledgate/domain/channel/channel-keys';
import type { Administration } from '@ledgate/projections/directory/audit/administration';
import type { ChannelRow } from '@ledgate/projections/directory/rows';
import { channelKeyRows, findChannel, listChannels } from '@ledgate/projections/directory/channels/find';
import { enableKey } from '@ledgate/projections/directory/channels/spent';
import {
  deleteChannels,
  deleteDisabledChannels,
  type EditedChannel,
  tagChannels,
  updateChannel,
} from '@ledgate/projections/directory/channels/update';
import { channelUseOf } from '@ledgate/projections/queries/balances';
import { channelOrder } from '@ledgate/projections/queries/lists';
import { type Channel, CHANNEL_PAGE_ROWS, type channelRoutes } from '../contract/channel.ts';
import type { QueryOf } from '../contract/route.ts';
import { administration, administrationOf } from '../directory/administration.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { madeOnce } from '../directory/made-once.ts';
import { done, DONE, listed, refused } from '../http/answer.ts';
import type { Handlers, SignedCall } from '../http/call.ts';
import { offsetFromZero } from '../http/paging.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';
import { knownModels } from '../model/known-models.ts';
import { balanceHandlers } from './balance.ts';
import { editOf, formProblem } from './fields.ts';
import { channelAnswer } from './present.ts';
import { tagHandlers } from './tags.ts';
import { testHandlers } from './test.ts';
import { unpricedModelsBy } from './unpriced-models.ts';
import { upstreamModelHandlers } from './upstream-models.ts';

/** Channels whose use is asked for at once. */
const USES_AT_ONCE = 1_000;

export const channelHandlers = (ports: ApiPorts): Handlers<typeof channelRoutes> => ({
  ...tagHandlers(ports),
  ...testHandlers(ports),
  ...balanceHandlers(ports),
  ...upstreamModelHandlers(ports),

  list: ({ query, language }) => channelsPage(ports, { ...query, keyword: '', group: '', model: '' }, language),
  search: ({ query, language }) => channelsPage(ports, query, language),

  allModels: async () => done(knownModels()),

  unpriced: ({ body: { models, group, model_mapping: modelMapping, setting } }) =>
    Promise.resolve(
      done({
        models: unpricedModelsBy(ports.view.prices())({
          models: models ?? '',
          group: group ?? '',
          modelMapping: modelMapping ?? '',
          setting: setting ?? '',
        }),
        calls: ports.view.options.UnpricedModels,
      }),
    ),

  get: async ({ params, language }) => {
    const answer = await answerOf(ports, params.id, language);
    return answer === undefined ? refused({ code: 'channel_missing' }) : done(answer);
  },

  create: async (call) => {
    const { name, type, key, multi_key: isOne, command_id: _, ...form } = call.body;
    const made = await madeOnce(ports, call, {
      kind: 'channel.create',
      ready: async () => {
        const keys = keysOf(type, key);
        const problem =
          formProblem({ name, type, key, ...form }, { type, baseUrl: form.base_url ?? '', other: form.other ?? '' }) ??
          (await keysProblem(ports, keys));
        if (problem !== undefined) return refused(problem);
        const { models = '', group = '', ...fields } = editOf(form);
        return {
          ok: true,
          make: async (tx) => {
            const ids: number[] = [];
            for (const own of isOne === true ? [keys] : keys.map((one) => [one])) {
              const channel = await createChannel(tx, ports.directoryKeys, {
                ...fields,
                type,
                keys: own,
                name,
                models,
                group,
              });
              ids.push(channel.id);
              tx.administered(
                administrationOf(call, 'channel.create', `channel-${channel.id}`, {
                  before: {},
                  after: { ...channel, key: own.join('\n') },
                }),
              );
            }
            return ids;
          },
        };
      },
      streams: () => [],
    });
    return made.ok ? DONE : made;
  },

  edit: async (call) => {
    const { id, ...form } = call.body;
    const current = await findChannel(ports.db, id);
    if (current === undefined) return refused({ code: 'channel_missing' });
    const edit = editOf(form);
    const keys = keysOf(edit.type ?? current.type, form.key ?? '');
    const problem = formProblem(form, { ...current, ...edit });
    if (problem !== undefined) return refused(problem);
    await changeDirectory(ports, call, null, async (tx) => {
      // An empty key leaves the keys.
      const edited = await updateChannel(tx, ports.directoryKeys, id, keys.length === 0 ? edit : { ...edit, keys });
      if (edited !== undefined)
        tx.administered(administrationOf(call, 'channel.edit', `channel-${id}`, withKey(edited)));
    });
    const answer = await answerOf(ports, id, call.language);
    return answer === undefined ? refused({ code: 'channel_missing' }) : done(answer);
  },

  enableKey: async (call) => {
    const { id, number } = call.body;
    if ((await findChannel(ports.db, id)) === undefined) return refused({ code: 'channel_missing' });
    const keys = (await channelKeyRows(ports.db, [id])).get(id) ?? [];
    if (!keys.some((key) => key.number === number)) return refused({ code: 'channel_key_missing', number });
    const finding = { actorId: call.caller.id, requestId: call.requestId, address: call.address, reason: '' };
    await changeDirectory(ports, call, null, (tx) => enableKey(tx, id, number, finding));
    return DONE;
  },

  delete: async (call) =>
    (await deleted(ports, call, [call.params.id])).length === 0 ? refused({ code: 'channel_missing' }) : DONE,
  deleteMany: async (call) => done((await deleted(ports, call, call.body.ids)).length),

  deleteDisabled: async (call) => {
    const channels = await changeDirectory(ports, call, null, async (tx) => {
      const gone = await deleteDisabledChannels(tx, ports.directoryKeys);
      for (const channel of gone) tx.administered(deletionOf(call, channel));
      return gone;
    });
    return done(channels.length);
  },

  tagMany: async (call) => {
    const { ids, tag } = call.body;
    const tagged = await changeDirectory(ports, call, null, async (tx) => {
      const found = await tagChannels(tx, ids, tag ?? '');
      for (const channel of found)
        tx.administered(
          administrationOf(call, 'channel.tag', `channel-${channel.id}`, {
            before: { tag: channel.tag },
            after: { tag: tag ?? '' },
          }),
        );
      return found;
    });
    return done(tagged.length);
  },
});

/** The record says that the keys are others, and hides them. */
const withKey = ({ before, after, areKeysChanged }: EditedChannel) =>
  areKeysChanged ? { before: { ...before, key: 'before' }, after: { ...after, key: 'after' } } : { before, after };

async function channelsPage(ports: ApiPorts, query: QueryOf<typeof channelRoutes.search>, language: Language) {
  const { keyword, group, model, tag, status, type, p, page_size } = query;
  const { items, total } = await listChannels(
    ports.db,
    ports.directoryKeys,
    { keyword: keyword.trim(), group: group.trim(), model: model.trim(), tag: tag.trim(), status, type },
    {
      order: channelOrder({ ...query, byId: query.id_sort }),
      byTag: query.tag_mode,
      paging:
        p === undefined && page_size === undefined ? undefined : offsetFromZero(p ?? 0, page_size ?? CHANNEL_PAGE_ROWS),
    },
  );
  return listed(await answers(ports, items, language), total);
}

export async function answers(
  ports: ApiPorts,
  channels: readonly ChannelRow[],
  language: Language,
): Promise<Channel[]> {
  const all: Channel[] = [];
  const unpriced = unpricedModelsBy(ports.view.prices());
  for (let from = 0; from < channels.length; from += USES_AT_ONCE) {
    const some = channels.slice(from, from + USES_AT_ONCE);
    const ids = some.map(({ id }) => id);
    const [uses, keys] = await Promise.all([channelUseOf(ports.db, ids), channelKeyRows(ports.db, ids)]);
    all.push(
      ...some.map((channel) =>
        channelAnswer(channel, keys.get(channel.id) ?? [], uses.get(channel.id), unpriced(channel), language),
      ),
    );
  }
  return all;
}

async function answerOf(ports: ApiPorts, id: number, language: Language): Promise<Channel | undefined> {
  const channel = await findChannel(ports.db, id);
  return channel === undefined ? undefined : (await answers(ports, [channel], language))[0];
}

/** Older consoles copy a channel with its number in place of its key: such a channel would never work. */
async function keysProblem(ports: ApiPorts, keys: readonly string[]): Promise<Problem | undefined> {
  const [only, ...others] = keys;
  if (only === undefined) return { code: 'field_invalid', field: 'key', fault: { rule: 'missing' } };
  if (others.length > 0 || !/^\d{1,15}$/.test(only) || (await findChannel(ports.db, Number(only))) === undefined)
    return undefined;
  return {
    code: 'field_invalid',
    field: 'key',
    fault: { rule: 'channel_number', number: only },
  };
}

const deleted = (ports: ApiPorts, call: SignedCall, ids: readonly number[]): Promise<readonly ChannelRow[]> =>
  changeDirectory(ports, call, null, async (tx) => {
    const gone = await deleteChannels(tx, ports.directoryKeys, ids);
    for (const channel of gone) tx.administered(deletionOf(call, channel));
    return gone;
  });

const deletionOf = (call: SignedCall, { id, name, type, status }: ChannelRow): Administration =>
  administration(call, 'channel.delete', `channel-${id}`, { before: { name, type, status } });
