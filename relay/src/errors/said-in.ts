import type { Language } from '@ledgate/domain/catalogue/language';
import type { RelayError } from './relay-error.ts';
import { TEXTS_ZH } from './texts-zh.ts';

/** A text that is longer has something of its caller's in it, and is left as it is. */
const CHARACTERS_MAX = 2_000;
/** Facts within facts. */
const LEVELS_MAX = 3;

/** An error as its caller understands it: our own words in his language, with the same status, type, code and field. What an upstream said stays. */
export function saidIn(language: Language, error: RelayError): RelayError {
  if (language === 'en' || error.ownCode === 'upstream_error' || error.message.length > CHARACTERS_MAX) return error;
  const message = inField(error) ?? chinese(error.message) ?? behindColon(error.message, error.message.indexOf(': '));
  return message === undefined ? error : error.withMessage(message);
}

/** `messages[0].content: must be a text`: the field keeps its name, and is no part of what is said of it. */
const inField = ({ message, param }: RelayError): string | undefined =>
  typeof param === 'string' && param !== '' && message.startsWith(`${param}: `)
    ? behindColon(message, param.length)
    : undefined;

function behindColon(message: string, at: number): string | undefined {
  const problem = at < 0 ? undefined : chinese(message.slice(at + ': '.length));
  return problem === undefined ? undefined : `${message.slice(0, at)}: ${problem}`;
}

type Template = { readonly pattern: RegExp; readonly names: readonly string[]; readonly text: string };

const FACT = /\{(\w+)\}/g;
let templates: readonly Template[] | undefined;

function chinese(message: string, level = 1): string | undefined {
  const whole = Object.hasOwn(TEXTS_ZH, message) ? TEXTS_ZH[message] : undefined;
  if (whole !== undefined) return whole;
  if (level > LEVELS_MAX) return undefined;
  templates ??= Object.entries(TEXTS_ZH).flatMap(([english, text]) => templateOf(english, text));
  for (const { pattern, names, text } of templates) {
    const found = pattern.exec(message);
    if (found === null) continue;
    const facts = new Map(names.map((name, index) => [name, found[index + 1] ?? '']));
    return text.replaceAll(FACT, (_, name: string) => {
      const fact = facts.get(name) ?? '';
      return chinese(fact, level + 1) ?? fact;
    });
  }
  return undefined;
}

function templateOf(english: string, text: string): readonly Template[] {
  const names = [...english.matchAll(FACT)].map(([, name]) => name ?? '');
  if (names.length === 0) return [];
  const source = english
    .split(FACT)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') : '(.+?)'))
    .join('');
  return [{ pattern: new RegExp(`^${source}$`, 's'), names, text }];
}
