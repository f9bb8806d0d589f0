import type { PreparedSql } from '../runner/batch-writer.ts';

export const INSERT_PRICE_BOOK: PreparedSql = {
  name: 'price_books',
  text: `
    insert into @rm.price_books (version, position, published_ms, actor_id, changed, book)
    values ($1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::text, $6::text)`,
};
