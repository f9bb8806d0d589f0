import { UnsupportedRequest } from '../errors/unsupported-request.ts';
import { isObject } from '../wire/json.ts';

/** The text of a content that can hold nothing else, its parts on lines of their own; '' for none. Throws UnsupportedRequest, naming the part. */
export function textOfContent(content: unknown, at: string): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) throw new UnsupportedRequest(at, 'must be a text or a list of parts');
  return (content as readonly unknown[])
    .map((part, index) => {
      const text = textOfPart(part);
      if (text === undefined)
        throw new UnsupportedRequest(`${at}[${index}]`, 'must be a text; this channel takes no other');
      return text;
    })
    .join('\n');
}

/** undefined for a part that is no text. */
function textOfPart(part: unknown): string | undefined {
  if (typeof part === 'string') return part;
  if (!isObject(part)) return undefined;
  const text = part['type'] === 'refusal' ? part['refusal'] : part['text'];
  return typeof text === 'string' ? text : undefined;
}
