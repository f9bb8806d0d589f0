import type { PreparedSql } from '../runner/batch-writer.ts';

export const INSERT_PRICE_BOOK: PreparedSql = {
  name: 'price_books',
  text: `
    insert into @rm.price_books (version, position, published_ms, starts_ms, actor_id, reason, changed, book)
    values ($1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::text, $7::text, $8::text)`,
};
