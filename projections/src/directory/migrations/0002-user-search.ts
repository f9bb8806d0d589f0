/**
 * Substring search for users by trigrams where the extension can be had; where it cannot, search reads the table, which is slower and right.
 */
export const userSearch = `
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    begin
      create extension if not exists pg_trgm with schema public;
      execute 'create index users_search on directory.users using gin
        ((lower(username) || '' '' || lower(email) || '' '' || lower(display_name)) public.gin_trgm_ops)';
    exception when others then
      raise notice 'users are searched without an index: %', sqlerrm;
    end;
  end if;
end
$$;
`;
