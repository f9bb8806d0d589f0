import type { Form } from '../../shared/ui/use-form.ts';
import type { Channel } from './api/channels-api.ts';
import type { ChannelValues } from './channel-form-values.ts';

export type ChannelFieldsProps = {
  /** undefined: it is a new one. */
  readonly channel: Channel | undefined;
  readonly form: Form<ChannelValues>;
};
