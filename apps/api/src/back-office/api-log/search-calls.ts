import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { maskTyped } from '../customer-search/customer-search.ts';
import { countCalls, findCalls } from './api-log.read.ts';
import { toCallViews } from './api-log.view.ts';

const maxRows = 50;

export const searchCalls: Verb<typeof contract.apiLog.search> = async (ctx, input) => {
  const { search = '', minutes, direction = null, partner = null, outcome = null, minLatencyMs = null } = input;
  const rows = await findCalls(ctx.tx, {
    search: search || null,
    minutes,
    direction,
    partner,
    outcome,
    minLatencyMs,
    after: input.after ?? null,
    most: maxRows + 1,
  });
  const list = await toCallViews(ctx, rows.slice(0, maxRows));
  await audit(ctx, 'api_log.searched', 'search:api_log', {
    typed: maskTyped(search),
    minutes,
    found: list.length,
    customers: [...new Set(list.flatMap(({ customer }) => (customer ? [customer.uid] : [])))],
  });
  return { list, hasMore: rows.length > maxRows, ...(await countCalls(ctx.tx, minutes)) };
};
