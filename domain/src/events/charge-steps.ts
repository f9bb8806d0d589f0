import type { EventData, SchemaStep } from './schema-step.ts';

// Charges 2 (docs/ledger.md#charges): usage in parts, attempts that say what happened, and prices by lines.

type Member = (data: EventData) => EventData;

const PARTS = [
  ['cachedRead', 'cachedRead'],
  ['cachedWrite', 'cachedWrite'],
  ['audioInput', 'audioInput'],
  ['audioOutput', 'audioOutput'],
  ['image', 'imageInput'],
  ['reasoning', 'reasoning'],
] as const;

/** A usage of before had all six parts, 0 where there was none. */
function liftedUsage({ source, prompt, completion, ...old }: EventData): EventData {
  const parts = Object.fromEntries(
    PARTS.flatMap(([before, now]) => (Number(old[before]) > 0 ? [[now, old[before]]] : [])),
  );
  return { source, prompt, completion, ...(Object.keys(parts).length === 0 ? {} : { parts }) };
}

/**
 * Parts that it had no names for stand where they were counted then: a longer cache among what was written, sound from a cache among what was read. What was
 * counted beside tokens is left out: where a price has no lines, no amount rests on it.
 */
function loweredUsage({ source, prompt, completion, parts }: EventData): EventData {
  const all = (parts ?? {}) as Readonly<Record<string, number | undefined>>;
  const sum = (...names: readonly string[]): number => names.reduce((total, name) => total + (all[name] ?? 0), 0);
  return {
    source,
    prompt,
    completion,
    cachedRead: sum('cachedRead', 'cachedAudio'),
    cachedWrite: sum('cachedWrite', 'cachedWrite1h'),
    audioInput: sum('audioInput'),
    audioOutput: sum('audioOutput'),
    image: sum('imageInput'),
    reasoning: sum('reasoning'),
  };
}

const liftedAttempt =
  (outcome: string): Member =>
  ({ channelId, status, upstreamRequestId, latencyMs }) => ({
    channelId,
    latencyMs,
    status,
    outcome,
    ...(upstreamRequestId === '' ? {} : { upstreamRequestId }),
  });

const loweredAttempt: Member = ({ channelId, status, upstreamRequestId, latencyMs }) => ({
  channelId,
  status,
  upstreamRequestId: upstreamRequestId ?? '',
  latencyMs,
});

const attemptsOf = (data: EventData): readonly EventData[] => data['attempts'] as readonly EventData[];

const failedAttempts = (data: EventData): readonly EventData[] => attemptsOf(data).map(liftedAttempt('failed'));

/** Of a charge the last attempt has answered. */
const endedAttempts = (data: EventData): readonly EventData[] => {
  const attempts = attemptsOf(data);
  return attempts.map((attempt, index) =>
    liftedAttempt(index === attempts.length - 1 ? 'answered' : 'failed')(attempt),
  );
};

/** What a charge has said since the first schema, beside its usage and attempts; everything else is left out when it is lowered: nothing rests on it. */
const ADDED = [
  'serviceTier',
  'endUser',
  'idempotencyKeyHash',
  'tags',
  'sessionId',
  'task',
  'accountKind',
  'memberId',
  'privateSalt',
];

const withoutAdded = (data: EventData): EventData =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !ADDED.includes(name)));

const isPlainPrice = (price: unknown): boolean => (price as EventData)['method'] !== 'parts';

const liftedCharge: Member = (data) => ({
  ...data,
  attempts: endedAttempts(data),
  usage: liftedUsage(data['usage'] as EventData),
});

function loweredCharge(data: EventData): EventData | undefined {
  if (!isPlainPrice(data['price'])) return undefined;
  return withoutAdded({
    ...data,
    attempts: loweredAttempts(data),
    usage: loweredUsage(data['usage'] as EventData),
  });
}

const loweredAttempts = (data: EventData): readonly EventData[] =>
  attemptsOf(data)
    .filter((attempt) => !isUnderWay(attempt))
    .map(loweredAttempt);

/** Of such a one nothing was said before; of one whose caller had left everything. */
const isUnderWay = ({ outcome, status, latencyMs }: EventData): boolean =>
  outcome === 'cut' && status === 0 && latencyMs === 0;

/** ConsumptionRecorded 2. */
export const recordedStep: SchemaStep = { lift: liftedCharge, lower: loweredCharge };

/** ConsumptionCorrected 2 and LateConsumptionRecorded 2. */
export const chargeWithinStep: SchemaStep = {
  lift: (data) => ({ ...data, charge: liftedCharge(data['charge'] as EventData) }),
  lower: (data) => {
    const charge = loweredCharge(data['charge'] as EventData);
    return charge === undefined ? undefined : { ...data, charge };
  },
};

/** ConsumptionStarted 2. */
export const startedStep: SchemaStep = {
  lift: (data) => {
    const { prompt, reservation } = data['interrupted'] as Readonly<Record<'prompt' | 'reservation', EventData>>;
    return {
      ...data,
      attempts: failedAttempts(data),
      interrupted: { prompt: liftedPolicy(prompt), reservation: liftedPolicy(reservation) },
    };
  },
  lower: (data) => {
    const { prompt, reservation } = data['interrupted'] as Readonly<Record<'prompt' | 'reservation', EventData>>;
    const lowered = [loweredPolicy(prompt), loweredPolicy(reservation)];
    if (lowered.includes(undefined)) return undefined;
    return withoutAdded({
      ...data,
      attempts: loweredAttempts(data),
      interrupted: { prompt: lowered[0], reservation: lowered[1] },
    });
  },
};

const liftedPolicy: Member = (charge) => ({ ...charge, usage: liftedUsage(charge['usage'] as EventData) });

const loweredPolicy = (charge: EventData): EventData | undefined =>
  isPlainPrice(charge['price']) ? { ...charge, usage: loweredUsage(charge['usage'] as EventData) } : undefined;

/** AttemptsFailed 2: before, whose request it was said its account alone, and no row came of it. */
export const failedStep: SchemaStep = {
  lift: (data) => ({ ...data, attempts: failedAttempts(data) }),
  lower: ({ requestId, accountId, ...data }) => ({ requestId, accountId, attempts: loweredAttempts(data) }),
};
