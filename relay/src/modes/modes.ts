import { chat } from './chat.ts';
import { embeddings } from './embeddings.ts';
import type { Mode, ModeRules } from './mode.ts';

/** What each mode adds to a metered call. */
export const MODES: { readonly [M in Mode]: ModeRules<M> } = { chat, embeddings };
