import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { FINDING_SCOPES } from '@ledgate/domain/catalogue/finding-scopes';
import { PAGE_SIZE_MAX, TIMELINE_ENTRIES_MAX } from '@ledgate/domain/catalogue/limits';
import {
  flagInQueryUnless,
  idParam,
  numberInQuery,
  page,
  pageFromOne,
  quotaAnswer,
  sizeInQuery,
  text,
  timeInQuery,
} from './fields.ts';
import { postingSchema } from './receipt.ts';
import { refusal, route } from './route.ts';

/** What a ledger entry means, for sentences in the reader's language; a field that does not apply is left out. */
export const entryFactsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** One event of an account, newest first in a timeline. */
const timelineEntrySchema = z.object({
  position: z.number().int(),
  stream: z.string(),
  revision: z.number().int(),
  type: z.string(),
  /** Unix seconds. */
  at: z.number().int(),
  /** `user-{id}`, `relay-{id}`, `worker-{id}`; '' for who is no administrator unless it is himself. */
  actor: z.string(),
  /** What that user is called; '' for what is no user, and for one whom nobody knows any more. */
  actor_name: z.string(),
  reason: z.string(),
  /** Signed change of the balance; 0 for what moves none. */
  amount: quotaAnswer,
  /** The entry as a sentence in the reader's language. */
  text: z.string(),
  facts: entryFactsSchema,
  /** Of a charge and of what changes one: its receipt's; '' otherwise. */
  request_id: z.string(),
  /** Of everybody's accounts; null in one's own. */
  postings: z.array(postingSchema).nullable(),
});
export type TimelineEntry = z.output<typeof timelineEntrySchema>;

const timelineQuery = z.object({
  before: numberInQuery(0, 0, Number.MAX_SAFE_INTEGER),
  limit: sizeInQuery(50, TIMELINE_ENTRIES_MAX),
  /** `false` leaves out what lends relays a part of the balance, which moves none. */
  leases: flagInQueryUnless,
});
const timeline = z.object({
  /** The ledger is told up to this position. */
  position: z.number().int(),
  entries: z.array(timelineEntrySchema),
  /** `before` of the next page; null at the end. */
  next: z.number().int().nullable(),
});

/** A sum over all users in quota units: the digits as text where a JSON number would not be exact. */
const sumAnswer = z.union([quotaAnswer, z.string()]);

const trialBalanceSchema = z.object({
  /** The ledger is told up to this position, and its last event there has this index. */
  position: z.number().int(),
  index: z.number().int(),
  /** Unix seconds: from `start` (inclusive) to `end` (exclusive; 0: up to the last event). */
  start: z.number().int(),
  end: z.number().int(),
  /** Wallets and earnings of all users are summed up as `user:*:wallet` and `user:*:earnings`. */
  accounts: z.array(
    z.object({
      account: z.string(),
      /** At the start; then what was taken from it (zero or below) and given to it (zero or above) up to the end; then their sum. */
      opening: sumAnswer,
      debits: sumAnswer,
      credits: sumAnswer,
      balance: sumAnswer,
    }),
  ),
  /** Of all balances. */
  total: sumAnswer,
});
export type TrialBalance = z.output<typeof trialBalanceSchema>;

const idOrNull = z.number().int().nullable();

/** One place where the books are not true. */
const findingSchema = z.object({
  /** What was compared. */
  scope: z.enum(FINDING_SCOPES),
  /** Which one, as `npm run verify` names it. */
  id: z.string(),
  /** The column or member that differs; '' where a whole row or event does. */
  field: z.string(),
  expected: z.string(),
  seen: z.string(),
  /** Quota units, seen less expected; null where it is no amount. */
  amount: sumAnswer.nullable(),
  /** The ledger contradicts itself; else it is read models that differ from the ledger, and can be built anew. */
  in_ledger: z.boolean(),
  /** Whose it is and where it stands, as far as that is known. */
  user_id: idOrNull,
  token_id: idOrNull,
  channel_id: idOrNull,
  code_id: idOrNull,
  /** What these are called; '' where there is none, or nobody knows it any more. */
  username: z.string(),
  token_name: z.string(),
  channel_name: z.string(),
  request_id: z.string(),
  position: idOrNull,
  /** Of the chart; '' for none. */
  account: z.string(),
});
export type Finding = z.output<typeof findingSchema>;

/** A key that signs for the ledger, or did (docs/behaviour.md#seals). */
const ledgerKeySchema = z.object({
  /** `ledgate/` and the installation's UUID: the origin of its checkpoints. */
  name: z.string(),
  /** 8 hexadecimal digits. */
  key_id: z.string(),
  algorithm: z.literal('ed25519'),
  /** 32 bytes in base64. */
  public_key: z.string(),
  /** All three, as programs for signed notes take them. */
  vkey: z.string(),
  /** The size of the ledger from which on it signs. */
  from_size: z.number().int(),
  /** Unix seconds; null of the present one. */
  retired_at: z.number().int().nullable(),
});
export type LedgerKey = z.output<typeof ledgerKeySchema>;

const sealSchema = z.object({
  /** Of how many events, from the first one. */
  size: z.number().int(),
  /** 32 bytes in base64. */
  root: z.string(),
  /** The checkpoint: a signed note, with its end. */
  note: z.string(),
  /** Which key has signed it: 8 hexadecimal digits. */
  key_id: z.string(),
  position: z.number().int(),
  /** Unix seconds. */
  at: z.number().int(),
});
export type LedgerSeal = z.output<typeof sealSchema>;

/** Why nothing is sealed: the notary has no key; its key is not the last seal's; the ledger no longer begins with what was sealed. */
export const SEAL_TROUBLES = ['key_missing', 'key_differs', 'ledger_differs'] as const;

/** Of a tree; 0, or left out: the newest. */
const sizeInAddress = numberInQuery(0, 0, Number.MAX_SAFE_INTEGER);

export const ledgerRoutes = {
  timelineSelf: route({
    method: 'GET',
    path: '/api/ledger/account/self',
    ...ACCESS.ledger.timelineSelf,
    summary: "The caller's account as a timeline, newest first",
    query: timelineQuery,
    data: timeline,
  }),
  timeline: route({
    method: 'GET',
    path: '/api/ledger/account/{id}',
    ...ACCESS.ledger.timeline,
    summary: "A user's account as a timeline, with postings",
    params: idParam,
    query: timelineQuery,
    data: timeline,
  }),
  trialBalance: route({
    method: 'GET',
    path: '/api/ledger/trial_balance',
    ...ACCESS.ledger.trialBalance,
    summary: 'The sum of every account of the chart, over a range; their total is zero',
    query: z.object({ start: timeInQuery, end: timeInQuery }),
    data: trialBalanceSchema,
    refusal,
  }),
  books: route({
    method: 'GET',
    path: '/api/health/books',
    ...ACCESS.ledger.books,
    summary: 'How far the read models are, and what the last verification found',
    data: z.object({
      /** Of the read models, and of the ledger's last event. */
      position: z.number().int(),
      head: z.number().int(),
      lag_events: z.number().int(),
      /**
       * The last whole look: `at` is when it began, so that nothing in it was looked at earlier; `position` is how far it
       * compared. null while none has run.
       */
      verified: z
        .object({
          at: z.number().int(),
          ok: z.boolean(),
          position: z.number().int(),
          differences: z.array(z.string()),
          /** The same member by member, in the same order; empty where a process of the release before has looked. */
          findings: z.array(findingSchema),
        })
        .nullable(),
    }),
  }),
  keys: route({
    method: 'GET',
    path: '/api/ledger/keys',
    ...ACCESS.ledger.keys,
    summary: 'The keys that have signed for the ledger, the present one first',
    data: z.array(ledgerKeySchema),
  }),
  checkpointFile: route({
    method: 'GET',
    path: '/api/ledger/checkpoint/file',
    ...ACCESS.ledger.checkpointFile,
    answers: 'file',
    fileTypes: ['text/plain'],
    summary: 'The newest checkpoint of the ledger, or that of a size: a signed note (C2SP tlog-checkpoint)',
    query: z.object({ size: sizeInAddress }),
    data: z.string(),
    /** `size_not_sealed`, at `size`. */
    refusal,
  }),
  seals: route({
    method: 'GET',
    path: '/api/ledger/seals',
    ...ACCESS.ledger.seals,
    summary: 'The seals of the ledger, the newest first, and what none of them covers yet',
    query: z.object({ p: pageFromOne, page_size: sizeInQuery(10, PAGE_SIZE_MAX) }),
    data: page(sealSchema).extend({
      /** Events behind the newest seal; `since`: when the first of them came, in Unix seconds, null where there is none. */
      unsealed: z.object({ events: z.number().int(), since: z.number().int().nullable() }),
      /** When this was so, by the server's clock, in Unix seconds. */
      at: z.number().int(),
      /** null: all is well. */
      trouble: z.enum(SEAL_TROUBLES).nullable(),
    }),
    refusal,
  }),
  seal: route({
    method: 'POST',
    path: '/api/ledger/seal',
    ...ACCESS.ledger.seal,
    summary: 'Seals the ledger up to its head; where nothing is new the last seal is answered',
    body: z.preprocess((body) => body ?? {}, z.object({ reason: text.optional() })),
    data: sealSchema,
    /** `ledger_key_missing`: nobody has a key to sign with; `size_not_sealed`: it takes longer than a call waits. */
    refusal,
  }),
  proof: route({
    method: 'GET',
    path: '/api/ledger/proof',
    ...ACCESS.ledger.proof,
    summary: 'That the ledger as it was sealed at one size begins with what was sealed at another (RFC 6962)',
    query: z.object({ from: sizeInAddress, to: sizeInAddress }),
    data: z.object({
      from: z.number().int(),
      to: z.number().int(),
      /** 32 bytes each, in base64. */
      hashes: z.array(z.string()),
    }),
    /** `size_not_sealed`, at `from` or `to`; `range_invalid` where they are turned round. */
    refusal,
  }),
} as const;
