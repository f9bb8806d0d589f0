import type { z } from 'zod';
import type { FieldFault, Problem } from './problem.ts';

type Issue = z.core.$ZodIssue;

/** The first thing that is wrong with a call, with the name of its field. */
export function problemOf(error: z.ZodError): Problem {
  const issue = error.issues[0];
  if (issue === undefined) return { code: 'body_malformed', detail: '' };
  return { code: 'field_invalid', field: issue.path.map(String).join('.') || 'body', fault: faultOf(deepest(issue)) };
}

/** Of a union the complaint of its last choice, which is the general one. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.at(-1)?.[0];
  return inner === undefined ? issue : deepest(inner);
}

function faultOf(issue: Issue): FieldFault {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined && isMissing(issue.message)) return { rule: 'missing' };
      return issue.expected === 'int' || issue.message.includes('expected int') ? { rule: 'whole_number' } : { rule: 'type', expected: issue.expected };
    case 'too_small':
      return { rule: 'too_small', minimum: Number(issue.minimum), of: measured(issue.origin) };
    case 'too_big':
      return { rule: 'too_large', maximum: Number(issue.maximum), of: measured(issue.origin) };
    case 'invalid_value':
      return { rule: 'choice', choices: issue.values.map(String).join(', ') };
    case 'custom':
      return ruleOf(issue.params ?? {}) ?? { rule: 'other', detail: issue.message };
    default:
      return { rule: 'other', detail: issue.message };
  }
}

/** The rules of `contract/fields.ts` that zod has no name for. */
function ruleOf({ rule, maximum }: Readonly<Record<string, unknown>>): FieldFault | undefined {
  if (rule === 'bytes_at_most') return { rule: 'too_large', maximum: Number(maximum), of: 'bytes' };
  return rule === 'storable' ? { rule: 'unstorable' } : undefined;
}

const isMissing = (message: string): boolean => message.endsWith('received undefined');

function measured(origin: string): 'number' | 'characters' | 'entries' {
  if (origin === 'string') return 'characters';
  return origin === 'array' || origin === 'set' || origin === 'object' ? 'entries' : 'number';
}
