import { sql } from 'kysely';
import type { Db } from './types.ts';

/**
 * Each query returns what violates its invariant. Totals are recomputed from the entries and never taken from stored
 * figures.
 */
const invariantQueries: Readonly<Record<string, string>> = {
  'entries of a currency sum to zero': `
    select a.currency as what from ledger.entry e join ledger.account a on a.id = e.account_id
    group by a.currency having sum(e.amount) <> 0`,

  'totals of an account are those of its entries': `
    select 'account ' || a.id from ledger.account a left join (
      select account_id, count(*) as version, max(booked_at) as last_at,
        sum(greatest(amount, 0)) as credits, sum(greatest(-amount, 0)) as debits
      from ledger.entry group by account_id) e on e.account_id = a.id
    where (a.version, a.last_at, a.credits_posted, a.debits_posted)
      <> (coalesce(e.version, 0), coalesce(e.last_at, '-infinity'), coalesce(e.credits, 0), coalesce(e.debits, 0))`,

  'every entry belongs to an account': `
    select 'account ' || e.account_id from ledger.entry e left join ledger.account a on a.id = e.account_id
    where a.id is null`,

  'what is pending is what open holds set aside': `
    select 'account ' || a.id from ledger.account a
    left join (select debit_account_id as id, sum(amount) as held from ledger.hold group by 1) d on d.id = a.id
    left join (select credit_account_id as id, sum(amount) as held from ledger.hold group by 1) c on c.id = a.id
    where (a.debits_pending, a.credits_pending) <> (coalesce(d.held, 0), coalesce(c.held, 0))`,

  'available is never negative where overdraft is refused': `
    select 'account ' || a.id from ledger.account a
    where (a.flags & 1 = 1 and a.credits_posted - a.debits_posted - a.debits_pending < 0)
      or (a.flags & 2 = 2 and a.debits_posted - a.credits_posted - a.credits_pending < 0)`,

  'available was never negative where overdraft is refused': `
    select 'account ' || e.account_id || ', version ' || e.version
    from ledger.entry e join ledger.account a on a.id = e.account_id
    where (a.flags & 1 = 1 and e.balance - e.held < 0) or (a.flags & 2 = 2 and e.balance > 0)`,

  'running balances are unbroken, versions have no gaps': `
    select 'account ' || account_id || ', version ' || version from (
      select *, lag(balance, 1, 0::bigint) over line as balance_before, row_number() over line as place
      from ledger.entry window line as (partition by account_id order by booked_at)) e
    where balance - balance_before <> amount or version <> place`,

  'every leg has its debit and its credit entry, which say what it says': `
    select 'operation ' || t.op_id || ', leg ' || t.leg from ledger.transfer t
    cross join lateral (select case when t.kind in ('post', 'post_hold') then t.amount else 0 end as moved) m
    left join ledger.entry d on (d.account_id, d.booked_at) = (t.debit_account_id, t.booked_at)
      and (d.op_id, d.leg, d.amount, d.value_date, d.code) = (t.op_id, t.leg, -m.moved, t.value_date, t.code)
    left join ledger.entry c on (c.account_id, c.booked_at) = (t.credit_account_id, t.booked_at)
      and (c.op_id, c.leg, c.amount, c.value_date, c.code) = (t.op_id, t.leg, m.moved, t.value_date, t.code)
    where d.op_id is null or c.op_id is null`,

  'there are two entries per leg and no others': `
    select 'operation ' || op_id || ', leg ' || leg from ledger.entry group by op_id, leg having count(*) <> 2
    union all
    select 'operation ' || e.op_id || ', leg ' || e.leg from ledger.entry e
    left join ledger.transfer t on (t.op_id, t.leg) = (e.op_id, e.leg) where t.op_id is null`,

  'a transfer is whole, and one thing': `
    select 'operation ' || op_id from ledger.transfer group by op_id
    having max(leg) <> count(*) or min(leg) <> 1
      or count(distinct (kind, code, fingerprint, hold_id)) <> 1`,

  'currencies never mix': `
    select 'operation ' || t.op_id || ', leg ' || t.leg from ledger.transfer t
    join ledger.account d on d.id = t.debit_account_id join ledger.account c on c.id = t.credit_account_id
    where d.currency <> c.currency`,

  'a hold is open or was resolved, once': `
    select 'hold ' || h.op_id || ', leg ' || h.leg from ledger.transfer h
    left join ledger.hold o on (o.op_id, o.leg, o.debit_account_id, o.credit_account_id, o.amount)
      = (h.op_id, h.leg, h.debit_account_id, h.credit_account_id, h.amount)
    left join ledger.transfer r on r.hold_id = h.op_id and r.leg = h.leg
    where h.kind = 'hold' group by h.op_id, h.leg having count(o.op_id) + count(r.op_id) <> 1`,

  'a hold is resolved between its own accounts, within its amount': `
    select 'operation ' || r.op_id || ', leg ' || r.leg from ledger.transfer r
    left join ledger.transfer h on h.op_id = r.hold_id and h.leg = r.leg and h.kind = 'hold'
      and (h.debit_account_id, h.credit_account_id) = (r.debit_account_id, r.credit_account_id)
    where r.hold_id is not null and (h.op_id is null or r.amount > h.amount
      or (r.kind = 'void_hold' and r.amount <> h.amount))`,

  'an open hold has its transfer': `
    select 'hold ' || o.op_id || ', leg ' || o.leg from ledger.hold o
    left join ledger.transfer h on (h.op_id, h.leg, h.kind) = (o.op_id, o.leg, 'hold') where h.op_id is null`,

  'a reversal moves back what it takes back, whole': `
    select 'operation ' || v.op_id from ledger.reversal v
    cross join lateral (select count(*) as legs from ledger.transfer t where t.op_id = v.reversed_op_id) o
    left join lateral (
      select count(*) as legs, count(r.op_id) as mirrored from ledger.transfer b
      left join ledger.transfer r on r.op_id = v.reversed_op_id and r.leg = o.legs - b.leg + 1
        and r.kind in ('post', 'post_hold') and b.kind = 'post'
        and (r.debit_account_id, r.credit_account_id, r.amount) = (b.credit_account_id, b.debit_account_id, b.amount)
      where b.op_id = v.op_id) b on true
    where o.legs = 0 or (b.legs, b.mirrored) <> (o.legs, o.legs)`,

  'an authorisation is for a hold that was posted': `
    select 'operation ' || u.op_id from ledger.authorisation u
    where not exists (select from ledger.transfer t where t.op_id = u.op_id and t.kind = 'post_hold')`,

  'every account has a name': `
    select 'account ' || a.id from ledger.account a left join ledger.account_name n on n.account_id = a.id
    where n.code is null`,
};

export type Violation = Readonly<{ law: string; count: number; example: string }>;

export async function findViolations(db: Db): Promise<Violation[]> {
  const checks = Object.entries(invariantQueries).map(
    ([law, query]) => sql`select ${sql.lit(law)} as law, count(*)::int as count, min(what) as example
      from (${sql.raw(query)}) broken (what) having count(*) > 0`,
  );
  const { rows } = await sql<Violation>`${sql.join(checks, sql` union all `)}`.execute(db);
  return rows;
}
