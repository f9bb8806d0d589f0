/** What a completion token costs in prompt tokens where the option CompletionRatio says nothing (docs/billing.md#completion-ratio), by the model's name. */
export function builtInCompletionRatio(model: string): string {
  if (model.startsWith('gpt-4') && !model.endsWith('-all') && !model.endsWith('-gizmo-*')) return gpt4(model);
  if (/^o[13]/.test(model)) return '4';
  if (model === 'chatgpt-4o-latest') return '3';
  if (model.includes('claude-instant-1') || model.includes('claude-2')) return '3';
  if (model.includes('claude-3')) return '5';
  if (model.startsWith('gpt-3.5')) return gpt35(model);
  if (model.startsWith('mistral-')) return '3';
  if (model.startsWith('gemini-')) return '4';
  if (model.startsWith('command')) return COMMAND[model] ?? '4';
  if (/^deepseek-(chat|reasoner)$/i.test(model)) return '4';
  if (/^ERNIE-(Speed-|Lite-|Character|Functions)/.test(model)) return '2';
  return LLAMA[model] ?? '1';
}

function gpt4(model: string): string {
  if (model === 'gpt-4o-2024-05-13') return '3';
  if (model.startsWith('gpt-4o')) return '4';
  return model.startsWith('gpt-4-turbo') || model.endsWith('preview') ? '3' : '2';
}

function gpt35(model: string): string {
  if (model === 'gpt-3.5-turbo' || model.endsWith('0125')) return '3';
  return model.endsWith('1106') ? '2' : '1.3333333333333333';
}

/** Null prototypes: a model may be called anything. */
const COMMAND: Readonly<Record<string, string>> = Object.assign(Object.create(null) as Record<string, string>, {
  'command-r': '3',
  'command-r-plus': '5',
});
const LLAMA: Readonly<Record<string, string>> = Object.assign(Object.create(null) as Record<string, string>, {
  'llama2-70b-4096': '1.25',
  'llama3-8b-8192': '2',
  'llama3-70b-8192': '1.3389830508474578',
});
