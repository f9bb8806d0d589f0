import { publicOptions } from '@ledgate/domain/options/public-options';
import type { OptionValues } from '@ledgate/domain/options/values';
import { anyUser } from '@ledgate/projections/directory/users/list';
import type { Status, statusRoutes } from '../contract/status.ts';
import { done, DONE, refused } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';

export const statusHandlers = (ports: ApiPorts): Handlers<typeof statusRoutes> => ({
  status: async () => done(statusAnswer(ports)),
  test: async () =>
    (await anyUser(ports.db).then(
      () => true,
      () => false,
    ))
      ? DONE
      : refused({ code: 'database_unavailable' }),
  notice: async () => done(ports.view.options.Notice),
  about: async () => done(ports.view.options.About),
  homePage: async () => done(ports.view.options.HomePageContent),
});

/** In the running process the address has a default, though the option reads '' (docs/behaviour.md#status). */
const DEFAULT_SERVER_ADDRESS = 'http://localhost:3000';

export const serverAddressOf = ({ ServerAddress }: Pick<OptionValues, 'ServerAddress'>): string =>
  ServerAddress === '' ? DEFAULT_SERVER_ADDRESS : ServerAddress;

function statusAnswer({ view, settings }: Pick<ApiPorts, 'view' | 'settings'>): Status {
  const { options } = view;
  const { PayAddress, EpayId, EpayKey } = options;
  return {
    version: settings.version,
    start_time: Math.floor(settings.startedAtMs / 1_000),
    ...publicOptions(options),
    server_address: serverAddressOf(options),
    enable_batch_update: false,
    enable_online_topup: [PayAddress, EpayId, EpayKey].every((value) => value !== ''),
  };
}
