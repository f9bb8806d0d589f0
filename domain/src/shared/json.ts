/** undefined when the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const isJsonObject = (json: unknown): json is object =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
