import { checkpointIn } from '@ledgate/projections/seals/note-texts';
import { noteIn, verifierIn, vkeyOf } from '@ledgate/projections/seals/signed-note';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { wholeOf, withFile } from './bytes.ts';
import { jsonIn } from './json.ts';
import type { GivenKey } from './keys.ts';
import { CHECKPOINTS_BYTES_MAX, NOTE_BYTES_MAX } from './limits.ts';
import { Unreadable } from './unreadable.ts';

const USAGE = `npm run audit -- FILE                 checks an events export, a bundle or a receipt without the product
  --key VKEY|FILE                    a verifier key of the ledger, or a file with one a line, or with the answer of /api/ledger/keys; several times
  --checkpoint FILE                  heads of the ledger that were published before, with an empty line between two; several times
  --json                             the report as one JSON object on standard output`;

type AuditParameters = {
  readonly file: string;
  readonly keys: readonly GivenKey[];
  /** Signed notes. */
  readonly checkpoints: readonly string[];
  readonly json: boolean;
};

/** Reads the files of keys and checkpoints too. Throws Unreadable for what cannot be understood, and what the system says of a file. */
export function auditParametersOf(args: readonly string[]): AuditParameters {
  const { values, positionals } = parsed(args);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Unreadable(USAGE);
  return {
    file,
    keys: eachOnce(values.key.flatMap(keysOf)),
    checkpoints: values.checkpoint.flatMap(checkpointsOf),
    json: values.json,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        key: { type: 'string', multiple: true, default: [] },
        checkpoint: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Unreadable(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

const textIn = (path: string, bytesMax: number): string =>
  withFile(path, (bytes) => wholeOf(bytes, bytesMax, path).toString('utf8'));

/** One that is given twice seals no more than it is known to. */
function eachOnce(keys: readonly GivenKey[]): readonly GivenKey[] {
  const once = new Map<string, GivenKey>();
  for (const key of keys) {
    const known = once.get(vkeyOf(key));
    if (known === undefined || (key.until ?? Infinity) < (known.until ?? Infinity)) once.set(vkeyOf(key), key);
  }
  return [...once.values()];
}

function keysOf(given: string): readonly GivenKey[] {
  const key = verifierIn(given);
  if (key !== undefined) return [key];
  if (given.split('+').length > 2 && !given.includes('.'))
    throw new Unreadable(`--key ${given} is no verifier key: its parts do not fit each other`);
  const text = textIn(given, NOTE_BYTES_MAX);
  const told: readonly ToldKey[] =
    toldKeysIn(jsonIn(text)) ??
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((vkey) => ({ vkey }));
  const keys = told.flatMap(({ vkey, ...until }): GivenKey[] => {
    const verifier = verifierIn(vkey);
    return verifier === undefined ? [] : [{ ...verifier, ...until }];
  });
  if (told.length === 0 || keys.length < told.length) throw new Unreadable(`${given} holds what is no verifier key`);
  return keys;
}

type ToldKey = { readonly vkey: string; readonly until?: number };

const answerSchema = z.array(z.object({ vkey: z.string(), from_size: z.number().optional() }));

/** Of the answer of /api/ledger/keys, or of its data. undefined for what is neither. */
function toldKeysIn(answer: unknown): readonly ToldKey[] | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if ('data' in answer) return toldKeysIn(answer.data);
  if ('items' in answer) return toldKeysIn(answer.items);
  if (!Array.isArray(answer)) return undefined;
  const told = answerSchema.safeParse(answer).data ?? [{ vkey: '' }];
  // The present one stands first: each seals up to where the one before it begins.
  return told.map(({ vkey }, at) => {
    const until = told[at - 1]?.from_size;
    return until === undefined ? { vkey } : { vkey, until };
  });
}

/** As the notary keeps them, with an empty line behind each, and whatever ends lines. */
function checkpointsOf(path: string): readonly string[] {
  const lines = textIn(path, CHECKPOINTS_BYTES_MAX).split(/\r?\n/u);
  const notes: string[] = [];
  let note: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (line !== '' || note.length > 0) note.push(line);
    if (!line.startsWith(SIGNED) || lines[at + 1]?.startsWith(SIGNED)) continue;
    notes.push(`${note.join('\n')}\n`);
    note = [];
  }
  const isRead = notes.every((one) => checkpointIn(noteIn(one)?.text ?? '') !== undefined);
  if (notes.length === 0 || note.length > 0 || !isRead) throw new Unreadable(`${path} holds what is no checkpoint`);
  return notes;
}

/** Lines of signatures begin so. */
const SIGNED = '\u2014 ';
