/** What root gives a user beside his role (docs/behaviour.md#who-may-call): comma text. */
export const permissions = `
alter table directory.users add column permissions text not null default '';
`;
