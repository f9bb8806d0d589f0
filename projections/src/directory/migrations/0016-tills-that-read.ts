/**
 * Once `ledger_schema` has been raised, a relay that reads less opens no till (docs/ledger.md#ledger_schema), even if its release does not know the number: it
 * says nothing of it in its till's row, which is taken for 1. The number is locked, so one that is being raised is waited for.
 */
export const tillsThatRead = `
create function directory.refuse_till_that_reads_less() returns trigger language plpgsql as $$
declare
  written integer;
begin
  select number into written from directory.ledger_schema for share;
  if written > new.ledger_schema then
    raise exception 'a later release writes events of ledger_schema %, and relay %, whose release reads %, opens no till: end it',
      written, new.relay_id, new.ledger_schema;
  end if;
  return new;
end $$;
create trigger tills_that_read before insert on directory.tills
  for each row execute function directory.refuse_till_that_reads_less();
`;
