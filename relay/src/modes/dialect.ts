/** How bytes look on a wire. OpenAI's is the inner form, which every protocol and every provider can speak. */
export type Dialect = 'openai' | 'anthropic' | 'gemini' | 'responses';
/** What a protocol converts from and to the inner form. */
export type ForeignDialect = Exclude<Dialect, 'openai'>;
