/** What a user may do: each role may do what those below it may. The numbers are stored and sent. */
export const ROLE = { user: 1, admin: 10, root: 100 } as const;
