import { UnsupportedRequest } from '../errors/unsupported-request.ts';
import { JSON_VALUES_MAX } from '../limits.ts';
import { valuesIn } from '../wire/json-size.ts';
import { isObject, type JsonObject, parsedJson } from '../wire/json.ts';

/** Arguments of the calls in one conversation as objects: they are JSON in strings, and no part of what was counted in the body. */
export class CallArguments {
  /** In the arguments of all calls. */
  #values = 0;

  /** A model wrote them: what is no object is told as it stands. Throws UnsupportedRequest for what is too dear to parse. */
  of(written: unknown, at: string): JsonObject {
    if (isObject(written)) return written;
    if (typeof written !== 'string' || written.trim() === '') return {};
    const values = valuesIn(Buffer.from(written));
    if (typeof values === 'string') throw new UnsupportedRequest(at, values);
    this.#values += values;
    if (this.#values > JSON_VALUES_MAX)
      throw new UnsupportedRequest(at, `the arguments of all calls hold more than ${JSON_VALUES_MAX} values`);
    const input = parsedJson(written);
    return isObject(input) ? input : { arguments: written };
  }
}
