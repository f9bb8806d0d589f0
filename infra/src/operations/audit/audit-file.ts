import { auditBundle } from './bundle/audit-bundle.ts';
import { isTar } from './bundle/tar.ts';
import { type Bytes, linesOf, wholeOf } from './bytes.ts';
import { auditEvents, type EventsFound, type Published, withheldWarning } from './events-audit.ts';
import { jsonIn } from './json.ts';
import { Faults } from './faults.ts';
import { type GivenKey, openedHead } from './keys.ts';
import { LINE_BYTES_MAX, RECEIPT_BYTES_MAX } from './limits.ts';
import { auditReceipt, receiptIn } from './receipt/audit-receipt.ts';
import type { Report } from './report.ts';
import { Unreadable } from './unreadable.ts';

type AuditOptions = {
  readonly keys: readonly GivenKey[];
  /** Signed notes of heads that were published. */
  readonly checkpoints: readonly string[];
  /** Told at each line of an events export. */
  readonly onLine?: (line: number) => void;
};

/** Tells by what it holds whether it is an events export, a bundle or a receipt, and audits it. Throws Unreadable for what is none of them. */
export function auditFile(file: string, bytes: Bytes, options: AuditOptions): Report {
  const faults = new Faults();
  const { keys, checkpoints, onLine = () => undefined } = options;
  const heads = checkpoints.flatMap((note) => publishedIn(note, keys, faults));
  const warnings =
    keys.length === 0 ? ['Without --key no signature was checked: anybody may have made the seals.'] : [];
  const report = { file, faults, signers: [], warnings };
  if (isTar(bytes)) {
    const { warnings: more, ...found } = auditBundle(bytes, { keys, heads, faults, onLine });
    return { ...report, ...found, what: 'bundle', warnings: [...warnings, ...more] };
  }
  if (isEventsExport(bytes)) {
    const found = auditEvents(linesOf(bytes), { keys, heads, faults, onLine });
    return {
      ...report,
      ...eventsReport(found),
      what: 'events',
      warnings: [...warnings, ...eventsWarnings(found, keys)],
    };
  }
  if (bytes.size > RECEIPT_BYTES_MAX)
    throw new Unreadable(
      `${file} is no events export and no bundle, and with ${bytes.size} bytes too large for a receipt`,
    );
  const receipt = receiptIn(jsonIn(wholeOf(bytes, RECEIPT_BYTES_MAX, file).toString('utf8')));
  if (receipt === undefined) throw new Unreadable(`${file} is no events export, no bundle and no receipt`);
  const { warnings: more, ...found } = auditReceipt(receipt, { keys, heads, faults });
  return { ...report, ...found, what: 'receipt', warnings: [...warnings, ...more] };
}

function publishedIn(note: string, keys: readonly GivenKey[], faults: Faults): readonly Published[] {
  const known = openedHead(note, keys, null);
  if (!('seen' in known)) return [{ ...known.head, isSigned: known.by !== undefined }];
  faults.add({ kind: 'signature', ...known });
  return [];
}

/** By its first line alone. */
function isEventsExport(bytes: Bytes): boolean {
  const start = Buffer.alloc(Math.min(bytes.size, LINE_BYTES_MAX));
  const read = bytes.read(0, start);
  const end = start.subarray(0, read).indexOf('\n');
  const first = jsonIn(start.subarray(0, end < 0 ? read : end).toString('utf8'));
  return typeof first === 'object' && first !== null && 'ledgate' in first && first.ledgate === 'events';
}

const eventsReport = ({ origin, leaves, seals, checked, signers }: EventsFound) => ({
  origin,
  events: leaves,
  seals,
  checkedSize: checked,
  signers,
});

function eventsWarnings(found: EventsFound, keys: readonly GivenKey[]): readonly string[] {
  const { first, size, checked, headsBefore, withheld } = found;
  return [
    ...(first === 0 ? [] : [`It begins with index ${first}: of the events before it nothing was checked.`]),
    ...withheldWarning(withheld),
    ...(headsBefore === 0 ? [] : [`${headsBefore} checkpoints lie before its first event and were not compared.`]),
    ...(keys.length > 0 && checked < size
      ? [
          `No seal that fits lies behind index ${Math.max(checked, first)}: what follows was checked by its own hashes alone.`,
        ]
      : []),
  ];
}
