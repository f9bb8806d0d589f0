/** In which the product speaks. */
export type Language = 'en' | 'zh';

/** English unless the caller asks for Chinese: by `New-Api-Lang`, else by the first language of `Accept-Language`. */
export function languageOf(headers: Readonly<Record<string, string | string[] | undefined>>): Language {
  const asked = [headers['new-api-lang'], headers['accept-language']].find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof asked === 'string' && /^\s*zh\b/i.test(asked) ? 'zh' : 'en';
}
