import { z } from 'zod';

/** What a person sets for the questions to come; kept in this browser. */
export type Choices = {
  /** '': the person's own. */
  readonly group: string;
  readonly model: string;
  /** 0 to 1 in steps of `TEMPERATURE_STEP`. */
  readonly temperature: number;
  /** Tokens of an answer at most; 0: as the model has it. */
  readonly maximum: number;
  /** '': none is sent. */
  readonly system: string;
};

export const TEMPERATURE_STEP = 0.1;
/** As the api has it (docs/behaviour.md#chat-requests). */
export const MAXIMUM_TOKENS_MAX = 1_073_741_823;
const STORAGE_KEY = 'playground';

export const initialChoices: Choices = {
  group: '',
  model: 'gpt-4o-mini',
  temperature: 0,
  maximum: 0,
  system: 'You are a helpful assistant.',
};

const kept = z.object({
  group: z.string(),
  model: z.string(),
  temperature: z.number().min(0).max(1),
  maximum: z.int().min(0).max(MAXIMUM_TOKENS_MAX),
  system: z.string(),
});

/** What was chosen last; what cannot be read is as at first. */
export function storedChoices(): Choices {
  try {
    return kept.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '')).data ?? initialChoices;
  } catch {
    return initialChoices;
  }
}

export const keepChoices = (choices: Choices): void => localStorage.setItem(STORAGE_KEY, JSON.stringify(choices));
