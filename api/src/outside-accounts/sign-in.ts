import { randomInt } from 'node:crypto';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { ValueTaken } from '@ledgate/projections/directory/taken';
import {
  findUserByEmail,
  findUserByOutsideId,
  highestUserId,
  OUTSIDE_COLUMNS,
} from '@ledgate/projections/directory/users/find';
import { updateUser } from '@ledgate/projections/directory/users/update';
import { displayName } from '../contract/user.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import type { RouteSpec } from '../contract/route.ts';
import type { AnyCall, Call, SignedCall } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import { NEW_NAMES_TRIED_MAX } from '../limits.ts';
import { addressRefusal } from '../mail/address.ts';
import type { ApiPorts } from '../ports.ts';
import { openAccount } from '../session/open-account.ts';
import { OUTSIDE, type Profile } from './outside-accounts.ts';

type OpeningCall = AnyCall & Pick<Call<RouteSpec>, 'refusedInDemo'>;

/**
 * Whose account it is that a provider vouches for; at the first time one is opened (docs/behaviour.md#outside-accounts).
 * @param affCode the inviter's; '' for none
 */
export async function userOf(
  ports: ApiPorts,
  call: OpeningCall,
  profile: Profile,
  affCode: string,
): Promise<UserRow | Problem> {
  const found = await findUserByOutsideId(ports.db, profile.provider, profile.id);
  if (found !== undefined) return admitted(found);
  if (profile.provider === 'telegram') return { code: 'outside_account_unknown', provider: OUTSIDE.telegram.name };
  if (call.refusedInDemo !== undefined) return call.refusedInDemo;
  if (!ports.view.options.RegisterEnabled) return { code: 'registration_off' };
  return opened(ports, call, profile, affCode);
}

/** Makes it the caller's, in place of another that he had with this provider. undefined: done. */
export async function bound(ports: ApiPorts, call: SignedCall, profile: Profile): Promise<Problem | undefined> {
  const taken: Problem = { code: 'outside_account_taken', provider: OUTSIDE[profile.provider].name };
  const owner = await findUserByOutsideId(ports.db, profile.provider, profile.id);
  if (owner?.id === call.caller.id) return undefined;
  if (owner !== undefined) return taken;
  try {
    await changeDirectory(ports, call, null, (tx) => updateUser(tx, call.caller.id, idOf(profile)));
    return undefined;
  } catch (error) {
    if (isTaken(error, profile)) return taken;
    throw error;
  }
}

function admitted(user: UserRow): UserRow | Problem {
  if (user.closedTime !== null) return { code: 'outside_account_closed' };
  return user.status === USER_STATUS.enabled ? user : { code: 'user_banned' };
}

/** Others may take the name, the e-mail or, in another window, the very account in the same moment: then it is looked at anew. */
async function opened(ports: ApiPorts, call: AnyCall, profile: Profile, affCode: string): Promise<UserRow | Problem> {
  for (let attempt = 0; attempt < NEW_NAMES_TRIED_MAX; attempt += 1) {
    const email = await unownedEmail(ports, profile.email);
    const username = `${profile.provider}_${await numberFor(ports, attempt)}`;
    const shown = nameShown(profile.name);
    try {
      return await changeDirectory(ports, call, null, (tx) =>
        openAccount(
          ports,
          tx,
          call,
          {
            username,
            // None: nobody signs in by one until he has made it.
            passwordHash: '',
            email,
            ...(shown === '' ? {} : { displayName: shown }),
            ...idOf(profile),
          },
          affCode,
        ),
      );
    } catch (error) {
      if (isTaken(error, profile)) {
        const owner = await findUserByOutsideId(ports.db, profile.provider, profile.id);
        if (owner !== undefined) return admitted(owner);
      } else if (!(error instanceof ValueTaken)) throw error;
    }
  }
  throw new Error('no unused name was found for a new account');
}

/** The next user's, or by chance where somebody has taken such names ahead. */
const numberFor = async ({ db }: ApiPorts, attempt: number): Promise<number> =>
  attempt < NEXT_NUMBERS_TRIED ? (await highestUserId(db)) + 1 + attempt : randomInt(CHANCE_MIN, CHANCE_MAX);

const NEXT_NUMBERS_TRIED = 3;
const CHANCE_MIN = 1e9;
const CHANCE_MAX = 1e12;

type OutsideId = Partial<Record<(typeof OUTSIDE_COLUMNS)[Profile['provider']]['field'], string>>;
const idOf = ({ provider, id }: Profile): OutsideId => ({ [OUTSIDE_COLUMNS[provider].field]: id });

const isTaken = (error: unknown, { provider }: Profile): boolean =>
  error instanceof ValueTaken && error.field === OUTSIDE_COLUMNS[provider].column;

/** Of the profile: left out where somebody has it, or where the operator would not take it. */
async function unownedEmail({ db, view }: ApiPorts, email: string): Promise<string> {
  if (email === '' || addressRefusal(email, view.options) !== undefined) return '';
  return (await findUserByEmail(db, email)) === undefined ? email : '';
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** As much of it as a display name takes; '' where nothing can be shown. */
function nameShown(name: string): string {
  let shown = name.replaceAll(UNSEEN, ' ').trim();
  while (shown !== '' && !displayName.safeParse(shown).success) shown = [...shown].slice(0, -1).join('').trim();
  return shown;
}
