/** Whether this installation is being filled, or has moved away (relocation/relocation.ts). No row: it lives here. */
export const relocation = `
create table directory.relocation (
  single boolean primary key default true check (single),
  state text not null check (state in ('arriving', 'left')),
  place text not null,
  noted_at timestamptz not null default clock_timestamp()
);
`;
