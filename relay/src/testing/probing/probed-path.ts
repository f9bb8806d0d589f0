import type { ProbeChannel } from './probe-channel.ts';
import { type Probed, PROBED_AT_MS } from './probed-request.ts';

/** What stands for a model: its letters and digits, whatever stands between them. */
const modelIn = (model: string): RegExp => {
  const words = model.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return new RegExp(`(?<![A-Za-z0-9])${words.join('(?:%[0-9A-Fa-f]{2}|[^A-Za-z0-9/?&=])*')}(?![A-Za-z0-9])`, 'i');
};

const AT = new Date(PROBED_AT_MS);
const DAY = AT.toISOString().slice(0, 'yyyy-mm-dd'.length);
const TIMES = new RegExp(`${AT.toUTCString()}|${PROBED_AT_MS}|${PROBED_AT_MS / 1_000}`, 'g');

/** In place of what only one channel, one second and one signature have, what it is. Letters may be small: hosts are. */
export function withoutWords(text: string, { words }: ProbeChannel): string {
  let told = text
    .replace(/\bShortLivedOf\w+/, '{short-lived key}')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/, '{token that the key has signed}')
    .replace(/\b[0-9A-Fa-f]{64}\b/, '{signature}')
    .replace(/^[A-Za-z0-9+/]{40,}=*$/, '{signature}')
    .replaceAll(TIMES, '{time}')
    .replaceAll(new RegExp(`${DAY}|${DAY.replaceAll('-', '')}`, 'g'), '{day}');
  for (const [word, name] of words) told = told.replaceAll(new RegExp(word.replaceAll('.', '\\.'), 'gi'), () => name);
  return told;
}

/** A request's path, with names in place of what only one channel or model has. */
export function pathText({ verb, path }: Probed, channel: ProbeChannel, model: string): string {
  const [place = '', query] = path.split('?');
  const asked = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${withoutWords(value, channel)}`);
  const told = withoutWords(
    place.replace(modelIn(model), () => '{model}'),
    channel,
  );
  return `${verb === 'POST' ? '' : `${verb} `}${told}${asked.length === 0 ? '' : `?${asked.join('&')}`}`;
}

/** Of more paths than can be read, those that differ by model alone become one. */
const PATHS_MAX = 4;

/** The same paths, with a word in place of what each model has otherwise. What has a name already stays. */
export function joinedPaths(paths: readonly string[]): readonly string[] {
  if (paths.length <= PATHS_MAX) return paths;
  const parts = paths.map((path) => path.split(/(?=[/?])/));
  const joined = parts.map((own) => {
    const alike = parts.filter(({ length }) => length === own.length);
    const isModels = (index: number) => new Set(alike.map((other) => other[index]).filter(isUnnamed)).size > 2;
    return own.map((part, index) => (isUnnamed(part) && isModels(index) ? '/{by the model}' : part)).join('');
  });
  return [...new Set(joined)];
}

const isUnnamed = (part: string | undefined): boolean => part?.includes('{') === false;
