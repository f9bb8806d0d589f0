import { describe, expect, it } from '@jest/globals';
import { editOf, formProblem, keysOf } from './fields.ts';

describe('formProblem', () => {
  it.each([
    ['a mapping that is no JSON', { model_mapping: '{' }, 'model_mapping'],
    ['a mapping that is a list', { status_code_mapping: '[]' }, 'status_code_mapping'],
    ['a setting that is a number', { setting: '5' }, 'setting'],
    ['an address without a protocol', { base_url: 'api.example.com' }, 'base_url'],
    ['a model name of 256 letters', { models: `gpt-4o,${'m'.repeat(256)}` }, 'models'],
    ['type 41 without a region', { type: 41, other: '' }, 'other'],
    ['type 41 with a map without default', { type: 41, other: '{"gemini-pro":"us"}' }, 'other.default'],
  ])('names %s', (_what, form, field) => {
    expect(formProblem(form)).toMatchObject({ code: 'field_invalid', field });
  });

  it('accepts empty texts, objects and a region', () => {
    expect(formProblem({ model_mapping: '', setting: '{"proxy":""}', base_url: '', other: '' })).toBeUndefined();
    expect(formProblem({ type: 41, other: 'us-central1' })).toBeUndefined();
    expect(formProblem({ type: 41, other: '{"default":"us"}' })).toBeUndefined();
  });
});

describe('editOf', () => {
  it('keeps what is left out, null or an empty key as it is, and clears what is empty', () => {
    expect(editOf({ key: '', name: null, other: '', tag: '', priority: 0 })).toEqual({ other: '', tag: '', priority: 0 });
  });

  it('writes names once and without spaces', () => {
    expect(editOf({ models: ' gpt-4o, o1,gpt-4o ,', group: 'default, vip' })).toEqual({ models: 'gpt-4o,o1', group: 'default,vip' });
  });
});

describe('keysOf', () => {
  it('makes one of each line, and never splits a service account', () => {
    expect(keysOf(1, 'one\n\n two \n')).toEqual(['one', 'two']);
    expect(keysOf(41, '{\n"a": 1\n}')).toEqual(['{\n"a": 1\n}']);
    expect(keysOf(1, ' \n')).toEqual([]);
  });
});
