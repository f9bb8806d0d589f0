import type { Extra } from '@ledgate/domain/pricing/reckon';
import {
  type Asked,
  askedOfMessages,
  askedOfOpenAi,
  dearTier,
  extrasOfOpenAi,
  tierOfMessages,
} from '../../modes/asked.ts';
import { hasOnePriceForContext } from '../../modes/claude-context.ts';
import type { Dialect } from '../../modes/dialect.ts';
import { askedOfGemini, extrasOfGemini, tierOfGemini } from '../../modes/gemini-asks.ts';
import { askedOfResponses, extrasOfResponses } from '../../modes/responses-tools.ts';
import { dearContextIn, multiplierIn } from '../anthropic/passed-messages-body.ts';
import type { JsonObject } from '../../wire/json.ts';

type Dear = { readonly field: string; readonly extra: Extra | undefined };

/** How a body of a form says what its provider takes more for (docs/behaviour.md#what-multiplies-a-price). */
type DearerIn = {
  asked(body: JsonObject, model: string): Asked;
  extras(body: JsonObject, model: string): readonly Dear[];
  tier(body: JsonObject): string | undefined;
  /** The member that a tier is named by. */
  readonly tierNames: readonly string[];
};

export const DEARER_BY_FORM: Readonly<Record<Dialect, DearerIn>> = {
  openai: {
    asked: askedOfOpenAi,
    extras: extrasOfOpenAi,
    tier: (body) => dearTier(body['service_tier']),
    tierNames: ['service_tier'],
  },
  responses: {
    asked: askedOfResponses,
    extras: extrasOfResponses,
    tier: (body) => dearTier(body['service_tier']),
    tierNames: ['service_tier'],
  },
  anthropic: {
    asked: askedOfMessages,
    extras: (body) => {
      const multiplier = multiplierIn(body);
      return multiplier === undefined ? [] : [{ field: multiplier, extra: undefined }];
    },
    tier: tierOfMessages,
    tierNames: ['service_tier'],
  },
  gemini: {
    asked: askedOfGemini,
    extras: extrasOfGemini,
    tier: tierOfGemini,
    tierNames: ['serviceTier', 'service_tier'],
  },
};

/** Features that a channel asks Anthropic for, in a header or in the body: the one that makes a long prompt dearer for this model. */
export function dearContext(betas: unknown, model: string): string | undefined {
  if (hasOnePriceForContext(model)) return undefined;
  const names = typeof betas === 'string' ? betas.split(',') : Array.isArray(betas) ? betas.map(String) : [];
  return dearContextIn(names);
}
