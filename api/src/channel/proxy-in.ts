import { jsonObject } from '@ledgate/projections/directory/relay-view/channel-view';

/** Of a channel's setting; '' for none. */
export function proxyIn(setting: string): string {
  const { proxy } = jsonObject(setting);
  return typeof proxy === 'string' ? proxy : '';
}
