import type { Recorded } from '@ledgate/domain/events/codec';
import { storedText } from '../../shared/stored-text.ts';

/** Null where there is none. */
export const textOf = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : storedText(text);

/** Why, as whoever did it has said. */
export const reasonOf = ({ event, metadata }: Pick<Recorded, 'event' | 'metadata'>): string | null =>
  textOf(event.type === 'QuotaAdjusted' ? event.data.reason : metadata['reason']);
