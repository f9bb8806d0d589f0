/** What stands in the path for models whose name there is another one in lower case. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ['ERNIE-4.0-8K', 'completions_pro'],
  ['ERNIE-4.0', 'completions_pro'],
  ['ERNIE-Bot-4', 'completions_pro'],
  ['ERNIE-3.5-8K', 'completions'],
  ['ERNIE-Bot', 'completions'],
  ['ERNIE-Bot-8K', 'ernie_bot_8k'],
  ['ERNIE-Bot-turbo', 'eb-instant'],
  ['ERNIE-Lite-8K-0922', 'eb-instant'],
  ['ERNIE-Lite-8K-0308', 'ernie-lite-8k'],
  ['ERNIE-Speed', 'ernie_speed'],
  ['ERNIE-Speed-8K', 'ernie_speed'],
  ['ERNIE-Character-8K', 'ernie-char-8k'],
  ['ERNIE-Functions-8K', 'ernie-func-8k'],
  ['BLOOMZ-7B', 'bloomz_7b1'],
  ['bge-large-zh', 'bge_large_zh'],
  ['bge-large-en', 'bge_large_en'],
  ['tao-8k', 'tao_8k'],
]);

/** How a model is called in the path: one that is not known by its name in lower case, which is how Baidu calls most. */
export const baiduPathOf = (model: string): string => PATHS.get(model) ?? encodeURIComponent(model.toLowerCase());
