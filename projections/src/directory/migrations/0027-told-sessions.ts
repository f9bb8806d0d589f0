/**
 * What people are told of their sessions (docs/behaviour.md#sessions): `id` names one to its owner and is no secret, `address` and `agent` are those of the
 * call that it was seen with. '' where nobody knows: of sessions from before.
 */
export const toldSessions = `
alter table directory.sessions
  add column id uuid not null default gen_random_uuid(),
  add column address text not null default '',
  add column agent text not null default '';
`;
