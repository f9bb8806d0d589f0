/** In which the product speaks. */
export type Language = 'en' | 'zh';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** English unless the caller asks for Chinese: by `New-Api-Lang`, else by `Accept-Language`, of whose languages the one of ours that weighs most counts. */
export function languageOf(headers: Headers): Language {
  const { 'new-api-lang': named, 'accept-language': accepted } = headers;
  if (typeof named === 'string' && named !== '') return CHINESE.test(named) ? 'zh' : 'en';
  return typeof accepted === 'string' ? heaviest(accepted) : 'en';
}

const CHINESE = /^\s*zh\b/i;
/** A language of ours with its weight, which is 1 where it says none. */
const OURS = /^\s*(zh|en)\b[^;]*(?:;\s*q\s*=\s*([\d.]+))?/i;

function heaviest(accepted: string): Language {
  let language: Language = 'en';
  let most = 0;
  for (const range of accepted.split(',')) {
    const [, name, weight = '1'] = OURS.exec(range) ?? [];
    if (name === undefined || !(Number(weight) > most)) continue;
    most = Number(weight);
    language = name.toLowerCase() === 'zh' ? 'zh' : 'en';
  }
  return language;
}
