/** How far a publisher has come with each topic of the feed (domain/src/ports/publisher-checkpoint.ts). */
export const publishedTopics = `
create table directory.published_topics (
  topic text primary key,
  position bigint not null,
  partitions json not null
);
`;
