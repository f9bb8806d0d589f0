/**
 * `payment_problems`: what a provider has signed, or told of an order, that fits none of ours (docs/behaviour.md#top-up): once each, however often it came.
 * `top_up_asks`: when the provider is asked next of an order that is not paid; no row: it was not asked yet. `next_time` is far
 * away where nobody is asked any more. Seconds; `asked_time`: 0 for never.
 */
export const payments = `
create table directory.payment_problems (
  trade_no text not null,
  provider_ref text not null,
  reason text not null,
  money text not null,
  provider text not null,
  times integer not null default 1,
  first_time bigint not null,
  last_time bigint not null,
  settled_time bigint not null default 0,
  settled_by bigint not null default 0,
  settled_reason text not null default '',
  primary key (trade_no, provider_ref, reason, money, provider)
);
create index payment_problems_open on directory.payment_problems (first_time) where settled_time = 0;
create table directory.top_up_asks (
  trade_no text primary key,
  next_time bigint not null,
  asked_time bigint not null
);
`;
