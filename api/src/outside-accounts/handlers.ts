import type { UserRow } from '@ledgate/projections/directory/rows';
import { OUTSIDE_STATE_SECONDS } from '@ledgate/projections/directory/limits';
import { newOutsideState } from '@ledgate/projections/directory/random-text';
import type { OutsideProvider } from '@ledgate/projections/directory/users/find';
import type { outsideAccountRoutes } from '../contract/outside-account.ts';
import type { RouteSpec } from '../contract/route.ts';
import type { LoginUser } from '../contract/session.ts';
import { done, DONE, ledOn, type Refused, refused, refusedByCode } from '../http/answer.ts';
import type { AnyCall, Call, Handlers, SignedCall } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import type { Sessions } from '../http/sessions.ts';
import { OutsideFailure } from '../http/ask-service.ts';
import { boundedCalls } from '../http/bounded-calls.ts';
import { PROVIDER_CALLS_MAX } from '../limits.ts';
import type { ApiPorts, AskUpstream } from '../ports.ts';
import { enter } from '../session/login.ts';
import { keepForVisit, type Visiting } from '../session/visit.ts';
import { serverAddressOf } from '../status/handlers.ts';
import { refusedBy } from './ask-provider.ts';
import { unbound } from './bindings.ts';
import { OUTSIDE, type Profile } from './outside-accounts.ts';
import { gitHubProfile, linuxDoProfile, type ProfileOf, weChatProfile } from './profiles.ts';
import { bound, userOf } from './sign-in.ts';
import { telegramIdIn } from './telegram-signature.ts';

/** Where the console shows what is bound. */
const SETTINGS_PAGE = '/setting';

/** Accounts with providers (docs/behaviour.md#outside-accounts). */
export const outsideAccountHandlers = (ports: ApiPorts, sessions: Sessions): Handlers<typeof outsideAccountRoutes> => {
  // Each has its own: one that hangs keeps nobody from another.
  const bounded = (): AskUpstream => boundedCalls(ports.askUpstream, PROVIDER_CALLS_MAX);
  const asks = { github: bounded(), linuxdo: bounded(), wechat: bounded(), telegram: bounded() };

  /** Whose code it is. */
  async function profileBy(profileOf: ProfileOf, provider: OutsideProvider, code = ''): Promise<Profile | Problem> {
    const { options } = ports.view;
    if (!OUTSIDE[provider].isOn(options)) return { code: 'outside_login_off', provider: OUTSIDE[provider].name };
    try {
      if (code === '') throw refusedBy(provider, '');
      const { outside: addresses } = ports.settings;
      return await profileOf(
        { ask: asks[provider], addresses, options, serverAddress: serverAddressOf(options) },
        code,
      );
    } catch (error) {
      if (error instanceof OutsideFailure) return error.problem;
      throw error;
    }
  }

  function signedByTelegram(call: AnyCall, handed: Readonly<Record<string, string>>): Profile | Problem {
    const { options } = ports.view;
    if (!OUTSIDE.telegram.isOn(options)) return { code: 'outside_login_off', provider: OUTSIDE.telegram.name };
    const id = telegramIdIn(handed, options.TelegramBotToken, Math.floor(call.nowMs / 1_000));
    return id === undefined ? { code: 'telegram_signature_wrong' } : { provider: 'telegram', id, name: '', email: '' };
  }

  /** Signs in by what a provider has vouched for. */
  async function signedIn(
    call: AnyCall & Visiting & Pick<Call<RouteSpec>, 'refusedInDemo'>,
    profile: Profile | Problem,
    affCode: string,
  ): Promise<Refused | ReturnType<typeof done<LoginUser>>> {
    if (isProblem(profile)) return refused(profile);
    const user = await userOf(ports, call, profile, affCode);
    if (isProblem(user)) return refused(user);
    return done(await enter(sessions, call, user));
  }

  async function bindingOf(call: SignedCall, profile: Profile | Problem): Promise<Problem | undefined> {
    return isProblem(profile) ? profile : bound(ports, call, profile);
  }

  /** What a provider's page leads back to: the state first, so that nobody is signed in by a link that somebody else has made. */
  const callback =
    (provider: OutsideProvider, profileOf: ProfileOf) =>
    async (call: Call<(typeof outsideAccountRoutes)['github' | 'linuxdo']>) => {
      const { state = '', code, error, error_description: description } = call.query;
      const { token } = call.session;
      const begun = token === undefined || state === '' ? undefined : await sessions.takeState(token, state);
      if (begun === undefined) return refused({ code: 'outside_state_wrong' });
      // Another tab may have signed in somebody else: nothing is bound to him.
      if (call.refusedAsUser !== undefined) return refusedByCode(call.refusedAsUser);
      if (error !== undefined) return refused(refusedBy(provider, description ?? error).problem);
      const profile = await profileBy(profileOf, provider, code);
      if (call.caller === undefined) return signedIn(call, profile, begun.aff);
      const problem = await bindingOf({ ...call, caller: call.caller }, profile);
      return problem === undefined ? done(null, { code: 'bound' }) : refused(problem);
    };

  return {
    state: async (call) => {
      const { aff = '' } = call.query;
      const state = newOutsideState();
      const stateUntil = Math.floor(call.nowMs / 1_000) + OUTSIDE_STATE_SECONDS;
      await keepForVisit(sessions, call, { state, stateUntil, aff });
      return done(state);
    },

    github: callback('github', gitHubProfile),
    linuxdo: callback('linuxdo', linuxDoProfile),

    wechat: async (call) =>
      signedIn(call, await profileBy(weChatProfile, 'wechat', call.query.code), call.query.aff ?? ''),
    bindWechat: async (call) =>
      answerOf(await bindingOf(call, await profileBy(weChatProfile, 'wechat', call.query.code))),

    telegram: async (call) => signedIn(call, signedByTelegram(call, call.query), ''),
    bindTelegram: async (call) => {
      const problem = await bindingOf(call, signedByTelegram(call, call.query));
      return problem === undefined ? ledOn(SETTINGS_PAGE) : refused(problem);
    },

    unbindOwn: async (call) => answerOf(await unbound(ports, call, call.caller.id, call.params.binding)),
    unbind: async (call) => answerOf(await unbound(ports, call, call.params.id, call.params.binding)),
  };
};

const answerOf = (problem: Problem | undefined) => (problem === undefined ? DONE : refused(problem));

const isProblem = (value: Profile | UserRow | Problem): value is Problem => 'code' in value;
