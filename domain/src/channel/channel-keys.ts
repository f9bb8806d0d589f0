import { channelTypeOf } from './channel-types.ts';

/** One key for each line that is not empty; a type whose keys are JSON has one, which is never split. */
export const keysOf = (type: number, text: string): readonly string[] =>
  (hasJsonKey(type) ? [text] : text.split('\n')).map((line) => line.trim()).filter((line) => line !== '');

export const hasJsonKey = (type: number): boolean => channelTypeOf(type)?.keyShape === 'json';
