/** Built-in entries of the option CompletionRatio; the rules for names without an entry stand in ../completion-rules.ts. */
export const DEFAULT_COMPLETION_RATIO: Readonly<Record<string, string>> = {
  'gpt-4-gizmo-*': '2',
  'gpt-4o-gizmo-*': '3',
  'gpt-4-all': '2',
};
