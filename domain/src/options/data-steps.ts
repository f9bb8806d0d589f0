/** What the dashboard's figures are summed up by; apart from the other options, since its chart loads nothing of them. */
export const DATA_STEPS = ['hour', 'day', 'week'] as const;
