import { isUnlistedOption, optionRow, type PriceOptionKey } from '@ledgate/domain/options/registry';
import { PRICE_BOOK_STREAM } from '@ledgate/domain/pricebook/events';
import { isPriceOption, priceOptionTexts } from '@ledgate/domain/pricebook/options';
import { changePriceBook, currentPriceBook } from '@ledgate/domain/pricebook/pricebook-stream';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { optionSecretFacts } from '@ledgate/projections/directory/options/option-secrets';
import { getOptions, holdOptions, putOption } from '@ledgate/projections/directory/options/options';
import { noteChange } from '@ledgate/projections/directory/transaction';
import type { optionRoutes } from '../contract/option.ts';
import { administration } from '../directory/administration.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { notingAddress } from '../directory/noting-address.ts';
import { done, DONE, refused } from '../http/answer.ts';
import type { Handlers, SignedCall } from '../http/call.ts';
import { contextOf } from '../http/context.ts';
import { isSent } from '../http/sent.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';
import { checkedOption } from './check.ts';

export const optionHandlers = (ports: ApiPorts): Handlers<typeof optionRoutes> => ({
  list: async () => {
    const options = new Map([
      ...(await getOptions(ports.db, ports.directoryKeys)),
      ...Object.entries(priceOptionTexts(await currentPriceBook(ports.store, ports.clock.nowMs()))),
    ]);
    return done([...options].filter(([key]) => !isUnlistedOption(key)).map(([key, value]) => ({ key, value })));
  },

  secrets: async () =>
    done(
      (await optionSecretFacts(ports.db)).map(({ key, isSet, setTime }) => ({ key, set: isSet, set_time: setTime })),
    ),

  set: async (call) => {
    const { key, value: sent } = call.body;
    // Older consoles send the key alone where a secret was not typed again.
    if (!isSent(sent)) return optionRow(key) !== undefined ? DONE : refused(unknownOption(key));
    const value = String(sent);
    const problem = isPriceOption(key)
      ? await publish(ports, call, { [key]: value })
      : await save(ports, call, key, value);
    return problem === undefined ? DONE : refused(problem);
  },

  resetModelRatio: async (call) => {
    const problem = await publish(ports, call, { ModelRatio: priceOptionTexts(defaultPriceBook()).ModelRatio });
    return problem === undefined ? done(null, { code: 'model_ratio_reset' }) : refused(problem);
  },
});

const unknownOption = (option: string): Problem => ({ code: 'option_invalid', option, fault: { rule: 'unknown' } });

/** Prices stand in the price book alone; parallel saves of different ones all take effect (docs/behaviour.md#price-options). */
async function publish(
  ports: ApiPorts,
  call: SignedCall,
  options: Readonly<Partial<Record<PriceOptionKey, string>>>,
): Promise<Problem | undefined> {
  const change = await changePriceBook(
    notingAddress(ports, call),
    { type: 'PublishPrices', options, actorId: call.caller.id, nowMs: ports.clock.nowMs() },
    contextOf(call, call.caller, 'publish-prices'),
  );
  if (!change.ok) return change.refusal;
  call.session.wrote(PRICE_BOOK_STREAM, change.position);
  if (change.events.length > 0) await ports.acknowledged(await noteChange(ports.db, 'pricebook'));
  return undefined;
}

async function save(ports: ApiPorts, call: SignedCall, key: string, sent: string): Promise<Problem | undefined> {
  const { directoryKeys } = ports;
  return changeDirectory(ports, call, null, async (tx) => {
    const options = await holdOptions(tx, directoryKeys);
    const checked = checkedOption(key, sent, (other) => options.get(other) ?? '');
    if (!checked.ok) return checked.problem;
    const changed = await putOption(tx, directoryKeys, key, checked.value);
    if (changed !== undefined) tx.administered(administration(call, 'option.set', `option-${key}`, changed));
    return undefined;
  });
}
