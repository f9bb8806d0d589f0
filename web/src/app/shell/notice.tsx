import { Nothing, onDemand } from '../../shared/ui/on-demand.tsx';

/** The operator's notice, whose code comes where there is one. */
export const Notice = onDemand(async () => (await import('./unread-notice.tsx')).UnreadNotice, Nothing);
