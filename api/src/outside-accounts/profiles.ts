import type { OptionValues } from '@ledgate/domain/options/values';
import type { OutsideProvider } from '@ledgate/projections/directory/users/find';
import type { AskUpstream, OutsideAddresses } from '../ports.ts';
import { OutsideFailure } from '../http/ask-service.ts';
import { askProvider, refusedBy } from './ask-provider.ts';
import { OUTSIDE, type Profile } from './outside-accounts.ts';

/** What a provider is asked with. `serverAddress`: of this installation, as browsers know it. */
type Asking = {
  readonly ask: AskUpstream;
  readonly addresses: OutsideAddresses;
  readonly options: OptionValues;
  readonly serverAddress: string;
};

/** Whose code it is, asked of the provider (docs/behaviour.md#outside-accounts). Throws OutsideFailure. */
export type ProfileOf = (asking: Asking, code: string) => Promise<Profile>;

/** GitHub docs, "Authorizing OAuth apps" and "Get the authenticated user". */
export const gitHubProfile: ProfileOf = async ({ ask, addresses, options }, code) => {
  const token = tokenIn(
    'github',
    await askProvider(ask, 'github', {
      url: `${addresses.github}/login/oauth/access_token`,
      headers: { accept: JSON_TYPE, 'content-type': JSON_TYPE },
      body: JSON.stringify({
        client_id: options.GitHubClientId,
        client_secret: options.GitHubClientSecret,
        code,
      }),
    }),
  );
  const { id, name, login, email } = await askProvider(ask, 'github', {
    url: `${addresses.githubApi}/user`,
    headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${token}`, 'user-agent': 'Ledgate' },
  });
  return { provider: 'github', id: numberIn('github', id), name: textIn(name) || textIn(login), email: textIn(email) };
};

/** LinuxDO Connect: OAuth 2.0 with the client in Basic authorization. */
export const linuxDoProfile: ProfileOf = async ({ ask, addresses, options, serverAddress }, code) => {
  const client = Buffer.from(`${options.LinuxDOClientId}:${options.LinuxDOClientSecret}`).toString('base64');
  const token = tokenIn(
    'linuxdo',
    await askProvider(ask, 'linuxdo', {
      url: `${addresses.linuxdo}/oauth2/token`,
      headers: {
        accept: JSON_TYPE,
        authorization: `Basic ${client}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: `${serverAddress}/api/oauth/linuxdo`,
      }).toString(),
    }),
  );
  const { id, name, username } = await askProvider(ask, 'linuxdo', {
    url: `${addresses.linuxdo}/api/user`,
    headers: { accept: JSON_TYPE, authorization: `Bearer ${token}` },
  });
  return { provider: 'linuxdo', id: numberIn('linuxdo', id), name: textIn(name) || textIn(username), email: '' };
};

/** The operator's WeChat server: it knows whom it has told a code. */
export const weChatProfile: ProfileOf = async ({ ask, options }, code) => {
  const { success, message, data } = await askProvider(ask, 'wechat', {
    url: `${options.WeChatServerAddress}/api/wechat/user?code=${encodeURIComponent(code)}`,
    headers: { accept: JSON_TYPE, authorization: options.WeChatServerToken },
  });
  if (success !== true) throw refusedBy('wechat', message);
  if (typeof data !== 'string' || !WECHAT_ID.test(data)) throw unreadable('wechat');
  return { provider: 'wechat', id: data, name: '', email: '' };
};

const JSON_TYPE = 'application/json';
const WECHAT_ID = /^[\x21-\x7e]{1,128}$/;
/** Of what may stand in a header. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;

const unreadable = (provider: OutsideProvider): OutsideFailure =>
  new OutsideFailure({ code: 'outside_unreachable', provider: OUTSIDE[provider].name, fault: 'unreadable' });

function tokenIn(provider: OutsideProvider, said: Readonly<Record<string, unknown>>): string {
  const { access_token: token, error, error_description: description } = said;
  if (typeof token === 'string' && TOKEN.test(token)) return token;
  if (typeof error === 'string') throw refusedBy(provider, textIn(description) || error);
  throw unreadable(provider);
}

function numberIn(provider: OutsideProvider, id: unknown): string {
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return String(id);
  throw unreadable(provider);
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
