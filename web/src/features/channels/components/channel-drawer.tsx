import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** The form of a channel, whose code comes with its first opening: nobody needs it to see what is there. */
export const ChannelDrawer = onDemand(async () => (await import('./channel-form-drawer.tsx')).ChannelFormDrawer);
