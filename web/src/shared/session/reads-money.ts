import type { Access } from '@ledgate/api/contract/access';

/** Users, logs, dashboards, statements and books of everybody: what the shell asks for before a page with its own calls is loaded. */
export const READS_MONEY: Access = { level: 'admin', opens: ['finance', 'bookkeeping'] };
