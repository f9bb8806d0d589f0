export const ANY_USER = 'select exists (select from directory.users) as found';
