/** What a ledger entry means beside its amount, for sentences in the reader's language. Flat, so that it can be shown as it is. */
export type EntryFacts = Readonly<Record<string, string | number | boolean | null>>;

/** Facts of ConsumptionRecorded, LateConsumptionRecorded and ConsumptionCorrected. Decimals are text, exactly as in the price book. */
export type ChargeFacts = {
  readonly model: string;
  readonly group: string;
  readonly tokenId: number;
  readonly channelId: number;
  readonly prompt: number;
  readonly completion: number;
  readonly usageSource: string;
  readonly method: 'tokens' | 'call' | 'parts';
  readonly priceBookVersion: number;
  readonly groupRatio: string;
  /** null: not priced by tokens. Of a charge by lines what its lines say. */
  readonly modelRatio: string | null;
  readonly completionRatio: string | null;
  /** null: not priced by call. */
  readonly modelPrice: string | null;
  /** Channel ids of the attempts in their order, comma between. */
  readonly channels: string;
  readonly firstTokenMs: number | null;
  readonly interrupted: boolean;
  readonly logged: boolean;
  readonly reasoningEffort?: string;
  /** The hash of the end user that its caller named. */
  readonly endUser?: string;
  /** Tokens and ratios of a model whose audio tokens have a price of their own; left out for all others. */
  readonly textInput?: number;
  readonly textOutput?: number;
  readonly audioInput?: number;
  readonly audioOutput?: number;
  readonly audioRatio?: string;
  readonly audioCompletionRatio?: string;
};

/** What a request is charged by, its changes included. */
export const CHARGE_TYPES = [
  'ConsumptionRecorded',
  'LateConsumptionRecorded',
  'ConsumptionCorrected',
  'SuspenseSettled',
  'ConsumptionRerated',
] as const;

/** What changes a charge of before, or gives back, without repeating it: model, channel and group are those of its request. */
export const CHANGE_TYPES = ['SuspenseSettled', 'ConsumptionRerated', 'ConsumptionRefunded'] as const;

/** Whether a row of ledger_entries is one, as SQL. */
export const isChange = (row: string): string =>
  `${row}.type in (${CHANGE_TYPES.map((type) => `'${type}'`).join(', ')})`;

export const isChargeType = (type: string): boolean => (CHARGE_TYPES as readonly string[]).includes(type);

export const isChargeFacts = (type: string, facts: EntryFacts | ChargeFacts): facts is ChargeFacts =>
  isChargeType(type) && 'method' in facts;
