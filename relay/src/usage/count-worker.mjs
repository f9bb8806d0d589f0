// Counts tokens in a thread of its own. Plain JavaScript, since a thread is started from this very file, in tests and in the built product alike.
// Receives { id, encoding, texts }; answers { id, tokens }. Encodings are loaded when first needed (45-90 MB each).

import { parentPort } from 'node:worker_threads';

const LOADERS = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
};

/** Text is counted in slices of this length, cut at a space where there is one near. */
const SLICE_CHARACTERS = 4096;
/** The tokenizer takes quadratic time for characters without a space between them: longer runs are cut, at the price of a token or so for each cut. */
const RUN_CHARACTERS_MAX = 256;
/** Names of special tokens in a text are text like any other. */
const AS_TEXT = { disallowedSpecial: new Set() };

const LONG_RUN = new RegExp(`\\S{${RUN_CHARACTERS_MAX + 1},}`, 'g');
const PIECES = new RegExp(`[^]{1,${RUN_CHARACTERS_MAX}}`, 'gu');

function countIn(text, countTokens) {
  let tokens = 0;
  let counted = 0;
  for (const run of text.matchAll(LONG_RUN)) {
    tokens += countSlices(text.slice(counted, run.index), countTokens);
    for (const piece of run[0].match(PIECES) ?? []) tokens += countTokens(piece, AS_TEXT);
    counted = run.index + run[0].length;
  }
  return tokens + countSlices(text.slice(counted), countTokens);
}

/** A token begins with the space before its word, so a slice ends before a space. Without one it ends anywhere but within a character. */
function countSlices(text, countTokens) {
  let tokens = 0;
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + SLICE_CHARACTERS);
    if (end < text.length) {
      const space = text.lastIndexOf(' ', end);
      if (space > start) end = space;
      else if (text.charCodeAt(end) >= 0xdc00 && text.charCodeAt(end) <= 0xdfff) end += 1;
    }
    tokens += countTokens(text.slice(start, end), AS_TEXT);
    start = end;
  }
  return tokens;
}

parentPort?.on('message', async ({ id, encoding, texts }) => {
  try {
    const { countTokens } = await LOADERS[encoding]();
    parentPort?.postMessage({ id, tokens: texts.reduce((sum, text) => sum + countIn(text, countTokens), 0) });
  } catch {
    parentPort?.postMessage({ id, tokens: null });
  }
});
