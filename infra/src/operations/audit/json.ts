import { canonicalJson } from '@ledgate/domain/shared/canonical-json';

/** undefined for what is no JSON. */
export function jsonIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** undefined for what has no such text, though it was read: a number without end, and what is nested too deep. */
export function canonicalOf(value: unknown): string | undefined {
  try {
    return canonicalJson(value);
  } catch {
    return undefined;
  }
}

/** Whether a text has nothing but what was read of it: no member twice, no blanks, no number or text in another form. */
export function isAsPrinted(said: unknown, text: string): boolean {
  try {
    return JSON.stringify(said) === text;
  } catch {
    return false;
  }
}
