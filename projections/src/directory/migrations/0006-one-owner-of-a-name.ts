/**
 * A user name belongs to one user, whatever its letter case. Where several users had one name before this was refused, all but the first keep it under
 * their own number as `namesake`, so that nobody has to be renamed; everybody else's is 0. Letters beyond ASCII are compared as the database's locale
 * does; that of the embedded server knows all of Unicode.
 */
export const oneOwnerOfAName = `
alter table directory.users add column namesake bigint not null default 0;
update directory.users later set namesake = later.id
where exists (select from directory.users first where lower(first.username) = lower(later.username) and first.id < later.id);
create unique index users_name_owner_unique on directory.users (lower(username), namesake);
`;
