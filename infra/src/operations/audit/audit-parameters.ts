import { checkpointIn } from '@ledgate/projections/seals/note-texts';
import { noteIn, type Verifier, verifierIn } from '@ledgate/projections/seals/signed-note';
import { parseArgs } from 'node:util';
import { wholeOf, withFile } from './bytes.ts';
import { jsonIn } from './json.ts';
import { NOTE_BYTES_MAX } from './limits.ts';
import { Unreadable } from './unreadable.ts';

const USAGE = `npm run audit -- FILE                 checks an events export, a bundle or a receipt without the product
  --key VKEY|FILE                    a verifier key of the ledger, or a file with one a line, or with the answer of /api/ledger/keys; several times
  --checkpoint FILE                  a head of the ledger that was published before; several times
  --json                             the report as one JSON object on standard output`;

type AuditParameters = {
  readonly file: string;
  readonly keys: readonly Verifier[];
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
    keys: values.key.flatMap(keysOf),
    checkpoints: values.checkpoint.map(checkpointOf),
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

const smallText = (path: string): string =>
  withFile(path, (bytes) => wholeOf(bytes, NOTE_BYTES_MAX, path).toString('utf8'));

function keysOf(given: string): readonly Verifier[] {
  const key = verifierIn(given);
  if (key !== undefined) return [key];
  if (given.split('+').length > 2 && !given.includes('.'))
    throw new Unreadable(`--key ${given} is no verifier key: its parts do not fit each other`);
  const text = smallText(given);
  const vkeys =
    vkeysIn(jsonIn(text)) ??
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const keys = vkeys.flatMap((vkey) => verifierIn(vkey) ?? []);
  if (vkeys.length === 0 || keys.length < vkeys.length) throw new Unreadable(`${given} holds what is no verifier key`);
  return keys;
}

/** Of the answer of /api/ledger/keys, or of its data. undefined for what is neither. */
function vkeysIn(answer: unknown): readonly string[] | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if ('data' in answer) return vkeysIn(answer.data);
  if ('items' in answer) return vkeysIn(answer.items);
  if (!Array.isArray(answer)) return undefined;
  return answer.map((key: unknown) =>
    typeof key === 'object' && key !== null && 'vkey' in key && typeof key.vkey === 'string' ? key.vkey : '',
  );
}

function checkpointOf(path: string): string {
  const note = smallText(path);
  const read = noteIn(note);
  if (read === undefined || checkpointIn(read.text) === undefined) throw new Unreadable(`${path} holds no checkpoint`);
  return note;
}
