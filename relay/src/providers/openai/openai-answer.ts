import { spokenTokens } from '@ledgate/domain/pricing/sound-tokens';
import { toldError } from '../../wire/told-error.ts';
import type { ReadAnswer } from '../../modes/answer.ts';
import type { Produced } from '../../usage/usage.ts';
import { isObject, jsonIn } from '../../wire/json.ts';
import { TOOL_CALL_TOKENS } from '../../usage/countable-text.ts';
import { addProducedTexts, soundIn } from './produced-text.ts';
import { factsOf, reportedUsage } from './reported-usage.ts';

/** A chat completion; undefined for anything else. The caller gets its bytes as they are. */
export function readOpenAiAnswer(bytes: Buffer): ReadAnswer | undefined {
  const answer = jsonIn(bytes);
  if (!isObject(answer) || !Array.isArray(answer['choices'])) return undefined;
  const choices: readonly unknown[] = answer['choices'];
  if (choices.length === 0 && toldError(answer['error']) !== undefined) return undefined;
  return {
    body: bytes,
    usage: reportedUsage(answer['usage'], answer['service_tier']),
    produced: () => producedIn(choices),
    facts: factsOf(answer),
  };
}

function producedIn(choices: readonly unknown[]): Produced {
  const texts: string[] = [];
  let toolCalls = 0;
  let soundTokens = 0;
  for (const choice of choices) {
    if (!isObject(choice)) continue;
    if (isObject(choice['message'])) {
      toolCalls += addProducedTexts(choice['message'], (text) => texts.push(text));
      const sound = soundIn(choice['message']);
      soundTokens += spokenTokens(sound.length, sound);
    }
    if (typeof choice['text'] === 'string') texts.push(choice['text']);
  }
  return { texts, fixedTokens: toolCalls * TOOL_CALL_TOKENS, soundTokens };
}
