import { createHash } from 'node:crypto';
import type { RecordedEvent } from '@ledgate/domain/ports/event-store';

// A naive program over the events as they are stored, for tests: it shares no code with what it is compared with.

/** Whatever some event has. */
type Data = {
  readonly [
    Name in
      'amount' | 'delta' | 'before' | 'after' | 'refund' | 'previousAmount' | 'accountId' | 'tokenId' | 'channelId'
  ]: number;
} & {
  readonly [Name in 'grant' | 'kind' | 'source' | 'provider' | 'requestId' | 'modelAsked' | 'modelBilled']: string;
} & {
  readonly suspended: boolean;
  readonly usage: { readonly source: string };
  readonly charge: Data;
  readonly attempts: readonly { readonly channelId: number }[];
};
export type NaiveLine = {
  readonly position: number;
  readonly id: string;
  readonly line: number;
  readonly type: string;
  readonly atMs: number;
  readonly account: string;
  readonly units: number;
  readonly user: number | null;
  readonly request: string | null;
  readonly token: number | null;
  readonly channel: number | null;
  readonly model: string | null;
};

/** What leaves one account comes to another. */
function movedBy(type: string, data: Data, wallet: string, earnings: string): readonly (readonly [string, number])[] {
  const move = (from: string, to: string, amount: number) => [[from, -amount] as const, [to, amount] as const];
  const earned = (charge: Data): string => (charge.usage.source === 'provider' ? 'revenue' : 'suspense');
  const out = (kind: string): string => ({ paid: 'breakage', adjustment: 'adjustment' })[kind] ?? 'promotion';
  switch (type) {
    case 'QuotaGranted':
      return move(['first_user', 'opening'].includes(data.grant) ? 'adjustment' : 'promotion', wallet, data.amount);
    case 'QuotaToppedUp':
      return move('topups:claimed', wallet, data.amount);
    case 'RedemptionCredited':
      return move('codes:claimed', wallet, data.amount);
    case 'QuotaReversed':
      return move(wallet, 'topups:claimed', -data.delta);
    case 'CreditExpired':
      return move(wallet, out(data.kind), data.amount);
    case 'InviteRewardAccrued':
    case 'CommissionAccrued':
      return move('promotion', earnings, data.amount);
    case 'CommissionReversed':
      return move(earnings, 'promotion', -data.amount);
    case 'InviteEarningsTransferred':
      return move(earnings, wallet, data.amount);
    case 'QuotaAdjusted':
      return move('adjustment', wallet, data.delta);
    case 'ConsumptionRefunded':
      return move(String(data.source).startsWith('task-') ? 'refunds:claimed' : 'revenue', wallet, data.amount);
    case 'ConsumptionRecorded':
      return move(`user:${data.accountId}:wallet`, earned(data), data.amount);
    case 'LateConsumptionRecorded':
      return move(wallet, earned(data.charge), data.charge.amount);
    case 'ConsumptionCorrected': {
      const [delta, amount, to] = [data.delta, data.charge.amount, earned(data.charge)];
      if (to === 'suspense')
        return [
          [wallet, -delta],
          [to, delta],
        ];
      return [
        [wallet, -delta],
        ['suspense', delta - amount],
        [to, amount],
      ];
    }
    case 'SuspenseSettled':
      return [
        [wallet, data.before - data.after],
        ['suspense', -data.before],
        ['revenue', data.after],
      ];
    case 'ConsumptionRerated':
      return move(wallet, data.suspended ? 'suspense' : 'revenue', data.delta);
    case 'CodeIssued':
      return move('promotion', 'codes:outstanding', data.amount);
    case 'CodeEdited':
      return move('promotion', 'codes:outstanding', data.amount - data.previousAmount);
    case 'CodeRedeemed':
      return move('codes:outstanding', 'codes:claimed', data.amount);
    case 'TopUpPaid':
      return move(`cash:${data.provider}`, 'topups:claimed', data.amount);
    case 'TopUpReversed':
      return move('topups:claimed', `cash:${data.provider}`, data.amount);
    case 'TaskFailed':
      return move(data.suspended ? 'suspense' : 'revenue', 'refunds:claimed', data.refund);
    default:
      return [];
  }
}

const timeOf = ({ metadata, recordedAt }: RecordedEvent): number =>
  Math.min(Date.parse(metadata['occurredAt'] ?? recordedAt), Date.parse(recordedAt));

type Concerned = Pick<NaiveLine, 'user' | 'request' | 'token' | 'channel' | 'model'>;

export class NaiveBooks {
  readonly lines: readonly NaiveLine[];
  /** Of requests, free ones too. */
  readonly requests: readonly { readonly position: number; readonly user: number }[];
  readonly #events: readonly RecordedEvent[];
  readonly #charges = new Map<string, Concerned>();

  constructor(events: readonly RecordedEvent[]) {
    this.#events = events;
    const requests: { position: number; user: number }[] = [];
    this.lines = events.flatMap((event) => {
      const data = JSON.parse(event.data) as Data;
      const concerned = this.#concerned(event, data);
      const owner = /^account-(\d+)$/u.exec(event.stream)?.[1] ?? '';
      if (['ConsumptionRecorded', 'LateConsumptionRecorded'].includes(event.type))
        requests.push({ position: event.position, user: concerned.user ?? 0 });
      return movedBy(event.type, data, `user:${owner}:wallet`, `user:${owner}:earnings`)
        .filter(([, units]) => units !== 0)
        .map(([account, units], index) => ({
          position: event.position,
          id: event.id,
          line: index + 1,
          type: event.type,
          atMs: timeOf(event),
          account,
          units,
          ...concerned,
        }));
    });
    this.requests = requests;
  }

  #concerned({ stream, type }: RecordedEvent, data: Data): Concerned {
    const owner = /^account-(\d+)$/u.exec(stream)?.[1];
    const user = owner === undefined ? ((data.accountId as number | undefined) ?? null) : Number(owner);
    const none = { user, request: null, token: null, channel: null, model: null };
    const charge = (data.charge ?? (type === 'ConsumptionRecorded' ? data : undefined)) as Data | undefined;
    if (charge !== undefined) {
      const { attempts } = charge;
      const told: Concerned = {
        user,
        request: charge.requestId,
        token: charge.tokenId,
        channel: charge.channelId ?? attempts.at(-1)?.channelId ?? 0,
        model: kept(charge.modelBilled ?? charge.modelAsked),
      };
      const known = `${user} ${told.request}`;
      if (type !== 'ConsumptionCorrected' && !this.#charges.has(known)) this.#charges.set(known, told);
      return told;
    }
    if (['SuspenseSettled', 'ConsumptionRerated', 'ConsumptionRefunded', 'TaskFailed'].includes(type)) {
      const request = (data.requestId as string | undefined) ?? null;
      const before = this.#charges.get(`${user} ${request}`);
      return { ...none, ...before, request, token: data.tokenId };
    }
    return none;
  }

  /** The first position of an event that posts with a time at or after another, or of a period that ends there. */
  beginning(atS: number): number {
    if (atS === 0) return 0;
    const posts = new Set(this.lines.map(({ position }) => position));
    const found = this.#events.find((event) =>
      event.type === 'PeriodEnded'
        ? (JSON.parse(event.data) as { end: number }).end >= atS
        : posts.has(event.position) && timeOf(event) >= atS * 1_000,
    );
    return found?.position ?? Number.MAX_SAFE_INTEGER;
  }
}

/** As Postgres can keep it. */
const kept = (text: string): string => text.replaceAll('\0', '\uFFFD').replaceAll(/[\ud800-\udfff]/gu, '\uFFFD');

/** Sorted members, no blanks. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
export const base64Sha256 = (text: string): string => sha256(text).toString('base64');
export const hashOfLeaf = (text: string): Buffer => sha256(Buffer.of(0), text);

/** RFC 6962, section 2.1, by its definition. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (first === undefined) return sha256();
  if (leaves.length === 1) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

/** The roots of the largest whole subtrees that the first leaves make up, largest first. */
export function frontierOf(leaves: readonly Buffer[]): readonly Buffer[] {
  if (leaves.length === 0) return [];
  let size = 1;
  while (size * 2 <= leaves.length) size *= 2;
  return [rootOf(leaves.slice(0, size)), ...frontierOf(leaves.slice(size))];
}
