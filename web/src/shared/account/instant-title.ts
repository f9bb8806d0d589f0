/** What leads to a balance at an instant, by language. */
const en = { title: 'Balance on a date' };
const zh: typeof en = { title: '某一时刻的余额' };

export const instantTitle = { en, zh } as const;
