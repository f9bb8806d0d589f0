import type { z } from 'zod';
import type { FieldFault, Problem } from './problem.ts';

type Issue = z.core.$ZodIssue;

/** The first thing that is wrong with a call, with the name of its field. */
export function problemOf(error: z.ZodError): Problem {
  const issue = error.issues[0];
  if (issue === undefined) return { code: 'body_malformed', detail: '' };
  // A member that nobody knows is what is wrong, not what it stands in.
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  return { code: 'field_invalid', field: path.map(String).join('.') || 'body', fault: faultOf(issue) };
}

/** Of a union all choices or types, when it has nothing else; otherwise the complaint of its last choice, which is the general one. */
function faultOfUnion(choices: readonly (readonly Issue[])[]): FieldFault | undefined {
  const faults = choices.flatMap(([issue]) => (issue === undefined ? [] : [faultOf(issue)]));
  const joined = faults.reduce<FieldFault | undefined>((all, fault) => all && bothOf(all, fault), faults[0]);
  return joined ?? faults.at(-1);
}

function bothOf(one: FieldFault, other: FieldFault): FieldFault | undefined {
  if (one === other || one.rule === 'missing') return one;
  if (one.rule === 'choice' && other.rule === 'choice')
    return { rule: 'choice', choices: `${one.choices}, ${other.choices}` };
  return one.rule === 'type' && other.rule === 'type'
    ? { rule: 'type', expected: `${one.expected} | ${other.expected}` }
    : undefined;
}

function faultOf(issue: Issue): FieldFault {
  switch (issue.code) {
    case 'invalid_union':
      return faultOfUnion(issue.errors) ?? { rule: 'other' };
    case 'invalid_type':
      if (issue.input === undefined && isMissing(issue.message)) return { rule: 'missing' };
      return issue.expected === 'int' || issue.message.includes('expected int')
        ? { rule: 'whole_number' }
        : { rule: 'type', expected: issue.expected };
    case 'too_small':
      return { rule: 'too_small', minimum: Number(issue.minimum), of: measured(issue.origin) };
    case 'too_big':
      return { rule: 'too_large', maximum: Number(issue.maximum), of: measured(issue.origin) };
    case 'invalid_value':
      return { rule: 'choice', choices: issue.values.map(String).join(', ') };
    case 'custom':
      return ruleOf(issue.params ?? {}) ?? { rule: 'other' };
    case 'invalid_format':
      return { rule: 'format', format: issue.format };
    default:
      return { rule: 'other' };
  }
}

/** The rules of `contract/fields.ts` that zod has no name for. */
function ruleOf({ rule, maximum, line, text }: Readonly<Record<string, unknown>>): FieldFault | undefined {
  if (rule === 'bytes_at_most') return { rule: 'too_large', maximum: Number(maximum), of: 'bytes' };
  if (rule === 'user_name') return { rule: 'user_name' };
  if (rule === 'ip_line') return { rule, line: Number(line), text: String(text) };
  if (rule === 'tag') return { rule: 'tag' };
  if (rule === 'channel_type') return { rule: 'channel_type' };
  return rule === 'storable' ? { rule: 'unstorable' } : undefined;
}

const isMissing = (message: string): boolean => message.endsWith('received undefined');

function measured(origin: string): 'number' | 'characters' | 'entries' {
  if (origin === 'string') return 'characters';
  return origin === 'array' || origin === 'set' || origin === 'object' ? 'entries' : 'number';
}
