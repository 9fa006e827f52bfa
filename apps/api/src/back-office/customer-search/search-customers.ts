import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { findCustomers } from './customer-search.read.ts';
import { maskTyped } from './customer-search.ts';
import { readIdentifiers } from './typed-identifiers.ts';

const maxResults = 50;
const maxRecorded = 20;

/** Every search is recorded with whom it showed. The typed text is kept masked, because the log is never erased. */
export const searchCustomers: Verb<typeof contract.customerSearch.search> = async (ctx, { search, closedToo }) => {
  const rows = await findCustomers(ctx.tx, readIdentifiers(search), { closedToo, most: maxResults + 1 });
  const list = rows.slice(0, maxResults);
  await audit(ctx, 'customer.searched', 'search:customer', {
    typed: maskTyped(search),
    found: list.length,
    customers: list.slice(0, maxRecorded).map(({ uid }) => uid),
  });
  return {
    list: list.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt?.toISOString() ?? null })),
    hasMore: rows.length > maxResults,
  };
};
