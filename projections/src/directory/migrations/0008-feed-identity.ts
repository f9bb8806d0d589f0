/** Which life of the ledger the topics of the feed belong to (publishers/feed-identity.ts). No row until somebody asks. */
export const feedIdentity = `
create table directory.feed_identity (
  single boolean primary key default true check (single),
  id text not null
);
`;
