/**
 * Models whose price of the product's catalogue root does not want (docs/billing.md#differences): `figure` is the digest of what was refused, so that another
 * price is told again. `refused_time`: Unix seconds.
 */
export const refusedPrices = `
create table directory.refused_prices (
  model text primary key,
  figure text not null,
  user_id bigint not null,
  refused_time bigint not null
);
`;
