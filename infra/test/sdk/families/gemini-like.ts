import { generateKeyPairSync } from 'node:crypto';
import { event } from '@ledgate/relay/testing/fake-upstream';
import { ARGUMENTS, type Family, MESSAGE, type Told, TOKENS, TOOL } from './family.ts';

const MODEL = 'gemini-2.5-flash';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ACCOUNT = {
  type: 'service_account',
  project_id: 'a-project',
  private_key_id: 'key-1',
  client_email: 'relay@a-project.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
};

const answer = (parts: readonly object[], isLast: boolean): object => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(isLast ? { finishReason: 'STOP' } : {}) }],
  ...(isLast
    ? {
        usageMetadata: {
          promptTokenCount: TOKENS.prompt,
          candidatesTokenCount: TOKENS.completion,
          totalTokenCount: TOKENS.prompt + TOKENS.completion,
        },
      }
    : {}),
  modelVersion: MODEL,
  responseId: 'r1',
});
const callIn = ({ hasCall }: Told): readonly object[] =>
  hasCall ? [{ functionCall: { name: TOOL, args: ARGUMENTS } }] : [];

const geminiLike = {
  hasTools: true,
  hasStructure: true,
  isStreamed: ({ path }) => path.includes(':stream'),
  whole: (told) => answer([{ text: told.pieces.join('') }, ...callIn(told)], true),
  stream: (told) => [
    ...told.pieces.slice(0, -1).map((text) => event(answer([{ text }], false))),
    event(answer([{ text: told.pieces.at(-1) ?? '' }, ...callIn(told)], true)),
  ],
  errors: [
    [400, 'INVALID_ARGUMENT'],
    [404, 'NOT_FOUND'],
    [429, 'RESOURCE_EXHAUSTED'],
    [503, 'UNAVAILABLE'],
  ].map(([code, status]) => ({
    heard: Number(code),
    status: Number(code),
    body: { error: { code, message: MESSAGE, status } },
  })),
} satisfies Partial<Family>;

/** Gemini with a key, and in Google's cloud by a service account. */
export const GEMINI_LIKE: readonly Family[] = [
  { key: 'gemini', model: MODEL, ...geminiLike },
  {
    key: 'vertex',
    model: 'gemini-2.5-pro',
    channel: (upstream) => ({
      key: JSON.stringify({ ...ACCOUNT, token_uri: `${upstream}/token` }),
      other: 'europe-west1',
    }),
    beforehand: { path: '/token', answer: { access_token: 'ya29.token', expires_in: 3_599, token_type: 'Bearer' } },
    ...geminiLike,
  },
];
