import type { JsonObject } from '../wire/json.ts';

const EFFORT = /-(high|low|medium)$/;

/** Models of the o1 and o3 families. */
export const isReasoningModel = (model: string): boolean => model.startsWith('o1') || model.startsWith('o3');

/** The effort that the name of a reasoning model asks for by its end. */
export const effortOf = (model: string): string | undefined => EFFORT.exec(model)?.[1];

/** How hard the model is asked to think: by its name's end, which goes before what the caller says. Undefined where nobody says. */
export function reasoningEffortOf({ body }: { readonly body: JsonObject }, model: string): string | undefined {
  const named = isReasoningModel(model) ? effortOf(model) : undefined;
  const said = body['reasoning_effort'];
  return named ?? (typeof said === 'string' && said !== '' ? said : undefined);
}
