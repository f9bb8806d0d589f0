import { describe, expect, it } from '@jest/globals';
import { createHmac, randomUUID } from 'node:crypto';
import { BadChannel } from '../../errors/bad-channel.ts';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { Adapter, Provider } from '../../providers/provider.ts';
import { Providers } from '../../providers/registry.ts';
import type { KeySource } from '../../upstream/short-lived-keys.ts';
import { type MemberFinding, providerRow } from './provider-row.ts';

const chatting = (request: Adapter<'chat'>['request']): Provider => ({
  adapters: { chat: { request, readAnswer: () => undefined } },
});
const signed = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** A WebSocket whose address is signed, and whose first text has everything. */
const socket = chatting(({ channel, request, model, atMs }) => {
  const [id = '', secret = '', key = ''] = channel.key.split('|');
  const authorization = Buffer.from(`api_key="${key}", signature="${signed(secret, model)}"`).toString('base64');
  const query = new URLSearchParams({ authorization, date: new Date(atMs).toUTCString() }).toString();
  const version = channel.other === '' ? model.replace(/^\D*/, '') : channel.other;
  const chat = { temperature: Math.max(0.1, Number(request.body['temperature'] ?? 0.5)) };
  const said = {
    header: { app_id: id, uid: randomUUID() },
    parameter: { chat },
    payload: { message: { text: request.messages } },
  };
  return {
    kind: 'websocket',
    origin: 'wss://a.example',
    path: `/${version}/chat?${query}`,
    headers: [],
    messages: [JSON.stringify(said)],
  };
});

const KEYS: KeySource = {
  question: () => ({ url: 'https://keys.example/token?client_secret=s', method: 'POST', headers: {}, body: '' }),
  read: () => undefined,
};
/** What asks for a key before. */
const withShortLivedKey = chatting(async (call, credentials) => {
  const token = await credentials.shortLivedKey(call, KEYS);
  const { body, choices, messages } = call.request;
  if (choices > 1) throw new UnsupportedRequest('n', 'must be 1');
  const { stop, temperature } = body;
  const sent = { messages, stop, temperature: temperature === 0 ? undefined : temperature };
  const path = `/chat/${call.model.toLowerCase()}?access_token=${token}`;
  return { origin: 'https://a.example', path, headers: [], body: Buffer.from(JSON.stringify(sent)) };
});

/** One that signs all of it. */
const signing = chatting(({ channel, atMs }) => {
  const [, id = '', secret = ''] = channel.key.split('|');
  const day = new Date(atMs).toISOString().slice(0, 10);
  const nonce = ['x-tc-nonce', randomUUID()];
  const header = `TC3-HMAC-SHA256 Credential=${id}/${day}/hunyuan/tc3_request, Signature=${signed(secret, randomUUID())}`;
  return {
    origin: 'https://a.example',
    path: '/',
    headers: ['authorization', header, 'x-tc-version', '1', ...nonce],
    body: Buffer.from('{}'),
  };
});

const from = new Providers({
  xunfei: socket,
  baidu: withShortLivedKey,
  tencent: signing,
  zhipu: chatting(() => {
    throw new BadChannel('nobody can ask it');
  }),
});

const finding = (members: readonly MemberFinding[] | undefined, name: string): MemberFinding | undefined =>
  members?.find((one) => one.name === `\`${name}\``);

describe('what a provider is seen to do', () => {
  it('is seen of a WebSocket: its address, what signs it, and what it says', async () => {
    const row = await providerRow('xunfei', from);
    expect(row?.credentials).toEqual([
      { place: 'query', name: 'authorization', text: '{signature}' },
      { place: 'body', name: 'header.app_id', text: '{APPID}' },
    ]);
    const [way] = row?.chats ?? [];
    const signs = '?authorization={signature}&date={time}';
    expect(way?.paths).toEqual([`WebSocket /{other}/chat${signs}`, `WebSocket /{by the model}/chat${signs}`]);
    const told = { fate: 'moved', at: ['parameter.chat.temperature'], least: 0.1 };
    expect(finding(way?.members, 'temperature')).toMatchObject(told);
    expect(finding(way?.members, 'stop')).toMatchObject({ fate: 'left' });
  });

  it('is seen of one whose keys are asked for', async () => {
    const row = await providerRow('baidu', from);
    expect(row?.credentials).toEqual([{ place: 'query', name: 'access_token', text: '{short-lived key}' }]);
    expect(row?.keyAskedAt).toBe('https://keys.example/token');
    const [way] = row?.chats ?? [];
    expect(way?.paths).toEqual(['/chat/{model}?access_token={short-lived key}']);
    expect(finding(way?.members, 'n')).toMatchObject({ fate: 'refused', refusedFrom: 2 });
    expect(finding(way?.members, 'stop')).toMatchObject({ fate: 'same' });
    expect(finding(way?.members, 'temperature')).toMatchObject({ fate: 'same', notThese: [0] });
  });

  it('is seen of one that signs', async () => {
    const row = await providerRow('tencent', from);
    const text = 'TC3-HMAC-SHA256 Credential={SecretId}/{day}/hunyuan/tc3_request, Signature={signature}';
    expect(row?.credentials).toEqual([{ place: 'header', name: 'authorization', text }]);
  });

  it('is nothing where it cannot be asked, which the document refuses', async () => {
    expect((await providerRow('zhipu', from))?.chats).toEqual([]);
  });
});
