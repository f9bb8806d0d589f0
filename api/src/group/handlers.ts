import type { groupRoutes } from '../contract/group.ts';
import { done } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';

export const groupHandlers = ({ view }: ApiPorts): Handlers<typeof groupRoutes> => ({
  list: async () => done(Object.keys(view.options.GroupRatio)),
});
