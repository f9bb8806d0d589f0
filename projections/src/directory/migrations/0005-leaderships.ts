/**
 * The number of the last election to each leadership (`office`), and who won (leadership/leader-election.ts); the publisher's number beside what it
 * has published, so that one that was voted out moves nothing; and the last verification of the books, whichever process made it.
 */
export const leaderships = `
create table directory.leaderships (
  office text primary key,
  fence bigint not null,
  holder text not null
);
alter table directory.published_topics add column fence bigint not null default 0;
create table directory.verifications (
  single boolean primary key default true check (single),
  at_ms bigint not null,
  ok boolean not null,
  position bigint not null,
  differences json not null
);
`;
