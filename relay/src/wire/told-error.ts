import { isObject, type JsonObject } from './json.ts';

/**
 * What the member `error` of an answer or a chunk says, as an object: a text is its message, and true one without words. Undefined where nothing has
 * failed, which servers that write every member say by null, false, '' and objects of such.
 */
export function toldError(error: unknown): JsonObject | undefined {
  if (typeof error === 'string') return error === '' ? undefined : { message: error };
  if (error === true) return {};
  return isObject(error) && Object.values(error).some(saysSomething) ? error : undefined;
}

const saysSomething = (member: unknown): boolean => Boolean(member);
