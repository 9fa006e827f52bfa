import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { type BookedLine, columnsOf, cursorOf, entryJoins, isFeeSearch, matchesNarrative } from './statement.read.ts';

export type SearchedAccount = Readonly<{
  bankholderId: string;
  ledgerAccountId: bigint;
  amount: bigint | null;
  otherAmount: bigint | null;
  bookedBefore: bigint | null;
}>;

type Search = Readonly<{
  searched: readonly SearchedAccount[];
  search: string;
  direction: 'in' | 'out' | undefined;
  limit: number;
}>;

export async function selectMatches(tx: Tx, search: Search): Promise<MatchedLine[]> {
  const { searched, limit } = search;
  const column = <K extends keyof SearchedAccount>(name: K) => searched.map((account) => account[name]);
  const { rows } = await sql<MatchedLine>`
    select e.bankholder_id as "bankholderId", e.cursor, a.currency, ${columnsOf('compact')}
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
          and ${searchCondition(search)}
        order by e.booked_at desc limit ${limit}) found
      order by found.booked_at desc, mine.bankholder_id collate "C" desc limit ${limit}) e
    join ledger.account a on a.id = e.account_id ${entryJoins}
    order by e.booked_at desc, e.bankholder_id collate "C" desc`.execute(tx);
  return rows;
}

export type MatchedLine = BookedLine & Readonly<{ bankholderId: string }>;

/** Both rows of an exchange match with the fee included. The fee has no row of its own here. */
function searchCondition({ search, direction }: Search): RawBuilder<unknown> {
  const matches = [
    matchesNarrative(search),
    sql`abs(e.amount) in (mine.amount, mine.other_amount)`,
    matchesExchangeFee,
  ];
  if (isFeeSearch(search))
    matches.push(sql`case when n.kind = 'exchange' then ${isExchangeWithFee} else ${isFeeLine} end`);
  const match = sql`(${sql.join(matches, sql` or `)}) and case when n.kind = 'exchange' then not ${isFeeLine} else true end`;
  if (!direction) return match;
  return sql`${match} and ${direction === 'in' ? sql`e.amount > 0` : sql`e.amount < 0`}`;
}

const isFeeLine = sql`exists (
  select from ledger.transfer t join ledger.account_name other
    on other.account_id = case when t.debit_account_id = e.account_id then t.credit_account_id else t.debit_account_id end
  where t.op_id = e.op_id and t.leg = e.leg and other.class = 'income')`;

const hasFeeWhere = (condition: RawBuilder<unknown>) => sql`exists (
  select from fx.conversion c where c.id = e.op_id and c.from_account = e.account_id and c.fee_minor > 0 and ${condition})`;

const isExchangeWithFee = hasFeeWhere(sql`true`);
const matchesExchangeFee = sql`case when n.kind = 'exchange' then ${hasFeeWhere(sql`(c.fee_minor in (mine.amount, mine.other_amount)
  or abs(e.amount) + c.fee_minor in (mine.amount, mine.other_amount))`)} else false end`;
