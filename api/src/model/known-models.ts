import { CHANNEL_MODELS } from '@ledgate/domain/pricing/defaults/channel-models';

const CREATED_S = 1_626_777_600;

/** Who is behind a type of channel, for lists of models. */
const OWNERS: Readonly<Record<number, string>> = {
  1: 'openai',
  4: 'ollama',
  11: 'google palm',
  14: 'claude',
  15: 'baidu',
  16: 'zhipu',
  17: 'ali',
  18: 'xunfei',
  23: 'tencent',
  24: 'google gemini',
  26: 'zhipu_4v',
  27: 'perplexity',
  33: 'aws',
  34: 'cohere',
  37: 'dify',
  38: 'jina',
  39: 'cloudflare',
  40: 'siliconflow',
  41: 'vertex-ai',
  42: 'mistral',
  43: 'deepseek',
};

export type KnownModel = {
  id: string;
  object: 'model';
  created: number;
  owned_by: string;
  permission: unknown[];
  root: string;
  parent: null;
};

/** Every model that some type of channel serves by default, each once. */
export function knownModels(): KnownModel[] {
  const models = new Map<string, KnownModel>();
  for (const [type, names] of Object.entries(CHANNEL_MODELS)) {
    for (const id of names) {
      if (!models.has(id))
        models.set(id, {
          id,
          object: 'model',
          created: CREATED_S,
          owned_by: OWNERS[Number(type)] ?? 'custom',
          permission: [],
          root: id,
          parent: null,
        });
    }
  }
  return [...models.values()];
}
