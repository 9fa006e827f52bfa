import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { type BookedLine, columnsOf, cursorOf, isGoing, isLine, lineJoins, matchesSearch } from './statement.read.ts';

export type SearchedAccount = Readonly<{
  bankholderId: string;
  ledgerAccountId: bigint;
  amount: bigint | null;
  otherAmount: bigint | null;
  bookedBefore: bigint | null;
}>;

type Search = Readonly<{
  searched: readonly SearchedAccount[];
  /** Without it, every line. */
  search: string | undefined;
  direction: 'in' | 'out' | undefined;
  limit: number;
}>;

export async function selectMatches(tx: Tx, { searched, search, direction, limit }: Search): Promise<MatchedLine[]> {
  const column = <K extends keyof SearchedAccount>(name: K) => searched.map((account) => account[name]);
  const amounts = searched.some(({ amount }) => amount !== null) ? [sql`mine.amount`, sql`mine.other_amount`] : [];
  const matches = search === undefined ? sql`true` : matchesSearch('compact', search, amounts);
  const going = direction ? isGoing(direction, 'compact') : sql`true`;
  const { rows } = await sql<MatchedLine>`
    select e.bankholder_id, e.cursor, a.currency, ${columnsOf('compact')}
    from (
      select mine.bankholder_id, found.*
      from unnest(${column('bankholderId')}::text[], ${column('ledgerAccountId')}::bigint[],
        ${column('amount')}::bigint[], ${column('otherAmount')}::bigint[], ${column('bookedBefore')}::bigint[])
        mine (bankholder_id, account_id, amount, other_amount, before)
      cross join lateral (
        select e.*, ${cursorOf} as cursor
        from ledger.entry e left join accounting.narrative n on n.operation_id = e.op_id
        where e.account_id = mine.account_id and e.amount <> 0
          and e.booked_at < coalesce(timestamptz 'epoch' + mine.before * interval '1 microsecond', 'infinity')
          and case when ${matches} then ${isLine('compact')} and ${going} else false end
        order by e.booked_at desc limit ${limit}) found
      order by found.booked_at desc, mine.bankholder_id collate "C" desc limit ${limit}) e
    join ledger.account a on a.id = e.account_id ${lineJoins('compact')}
    order by e.booked_at desc, e.bankholder_id collate "C" desc`.execute(tx);
  return rows;
}

export type MatchedLine = BookedLine & Readonly<{ bankholderId: string }>;
