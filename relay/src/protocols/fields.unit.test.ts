import { describe, expect, it } from '@jest/globals';
import { callersField } from './fields.ts';

describe('a field that callers spell otherwise', () => {
  const fields = new Map([
    ['messages', 'contents'],
    ['stop', 'generationConfig.stopSequences'],
  ]);

  it.each([
    ['messages', 'contents'],
    ['messages[1].content[0]', 'contents'],
    ['stop', 'generationConfig.stopSequences'],
    ['stop.0', 'generationConfig.stopSequences'],
    ['stops', 'stops'],
    ['tools[0]', 'tools[0]'],
    ['', ''],
  ])('%s is %s', (field, told) => expect(callersField(field, fields)).toBe(told));
});
