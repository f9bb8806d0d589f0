/** `asks_until_ms`: until when the questions that people have put about an order count, Unix milliseconds (docs/behaviour.md#top-up); 0: none. */
export const asksOfOrders = `
alter table directory.top_up_asks add column asks_until_ms bigint not null default 0;
`;
