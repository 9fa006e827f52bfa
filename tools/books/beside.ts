import type { Violation } from '@larkmere/ledger/invariants';
import { type Kysely, sql } from 'kysely';
import { holdsMoney, paymentStates } from '../../apps/api/src/payment/payment-state.ts';
import { bookedAsRecorded } from './booked-as-recorded.ts';

const holding = paymentStates
  .filter(holdsMoney)
  .map((state) => `'${state}'`)
  .join(', ');

/**
 * Pending items and the hold that reserves their money. A payment scheduled for a later day has no hold yet. A
 * payment from another currency has the hold of its worst-case rate until it is approved.
 */
const waiting = `
  select coalesce(case state when 'awaiting_approval' then quote_id end, hold_id, id) as hold_id, 'payment ' || id as what
    from payment.payment
    where state in (${holding}) and not (state = 'awaiting_approval' and leaves_at is not null)
  union all select id, 'release of a file ' || id from bulk_payment.release where state = 'awaiting_approval'
  union all select hold_id, 'auto fx order ' || id from auto_fx.auto_order where hold_id is not null
  union all select hold_id, 'deal ' || id from manual_fx.deal where hold_id is not null
  union all select worst_quote_id, 'exchange ' || id from fx.team_exchange where state = 'awaiting_approval'`;

const kept = `'payment.held', 'bulk-payment.held', 'auto-fx.reserved', 'manual-fx.accepted', 'fx.held'`;

const laws: Readonly<Record<string, string>> = {
  'who waits with money set aside has it': `
    select w.what from (${waiting}) w where not exists (select from ledger.hold h where h.op_id = w.hold_id)`,

  'money is set aside for nobody who does not wait': `
    select 'hold ' || h.op_id from ledger.hold h
    join ledger.transfer t on (t.op_id, t.leg) = (h.op_id, h.leg) and t.code in (${kept})
    where not exists (select from (${waiting}) w where w.hold_id = h.op_id)`,

  'money moved for a payment that left, and for no other': `
    select 'payment ' || p.id from payment.payment p
    join ledger.transfer h on (h.op_id, h.leg, h.kind) = (coalesce(p.hold_id, p.id), 1, 'hold')
    left join ledger.transfer t on (t.hold_id, t.leg, t.kind) = (h.op_id, 1, 'post_hold')
    where (p.state in ('sent', 'completed', 'returned')) <> (t.op_id is not null)`,

  'an exchange was booked as it was recorded': `
    select 'conversion ' || c.id from fx.conversion c
    where not exists (select from ledger.transfer t where t.op_id = c.id and t.debit_account_id = c.from_account)`,

  'a payment out of another currency has one exchange, once it left': `
    select 'payment ' || p.id from payment.payment p left join fx.conversion c on c.quote_id = p.quote_id
    where p.quote_id is not null group by p.id
    having (p.state in ('sent', 'completed', 'returned'))::int <> count(c.id)`,

  'a date of a standing order that was paid has its one payment, and no other has any': `
    select 'date ' || o.id from standing_order.occurrence o
    left join payment.payment p on p.source = 'standing_order' and p.source_id = o.id
    group by o.id having count(p.id) <> (o.state = 'paid')::int or min(p.id::text) is distinct from o.payment_id::text`,

  'a row of a file that was paid has its one payment, and no other has any': `
    select 'row ' || r.id from bulk_payment.row r
    left join payment.payment p on p.source = 'bulk' and p.source_id = r.id
    group by r.id having count(p.id) <> (r.state = 'paid')::int or min(p.id::text) is distinct from r.payment_id::text`,

  'a compensation that was paid moved its money once, into the account that its payment left': `
    select 'compensation ' || coalesce(c.id, m.op_id)
    from (select * from compensation.compensation where state = 'paid') c
    full join (
      select t.op_id, t.amount, t.credit_account_id
      from ledger.account_name n join ledger.entry e on e.account_id = n.account_id
      join ledger.transfer t on (t.op_id, t.leg) = (e.op_id, e.leg)
      where n.code like 'compensation:%' and not exists (select from ledger.reversal r where r.op_id = t.op_id)
    ) m on m.op_id = c.operation_id
    left join bank_account.account a on a.id = c.account_id
    where c.id is null or m.op_id is null or (m.amount, m.credit_account_id) <> (c.amount_minor, a.ledger_account_id)`,

  'a compensation that was taken back moved its money back once, and no other did': `
    select 'compensation ' || coalesce(r.compensation_id, m.op_id)
    from (
      select r.compensation_id, r.operation_id, c.operation_id as paid_by
      from compensation.reversal r join compensation.compensation c on c.id = r.compensation_id where r.state = 'taken_back'
    ) r
    full join (
      select v.op_id, v.reversed_op_id from ledger.reversal v
      join ledger.transfer t on (t.op_id, t.leg) = (v.reversed_op_id, 1) and t.code = 'compensation.paid'
    ) m on (m.op_id, m.reversed_op_id) = (r.operation_id, r.paid_by)
    where r.compensation_id is null or m.op_id is null`,

  'what colleagues approved has as many approvals as it needed': `
    select 'request ' || r.id from team_approval.request r
    where r.state = 'approved' and r.needed > (select count(*) from team_approval.decision d
      where d.request_id = r.id and d.verdict = 'approve' and d.person_id <> r.maker_id)`,
};

// biome-ignore lint/suspicious/noExplicitAny: a tool serves any schema
export async function findMisfits(db: Kysely<any>): Promise<Violation[]> {
  const checks = Object.entries({ ...laws, ...bookedAsRecorded }).map(
    ([law, query]) => sql`select ${sql.lit(law)} as law, count(*)::int as count, min(what) as example
      from (${sql.raw(query)}) broken (what) having count(*) > 0`,
  );
  const { rows } = await sql<Violation>`${sql.join(checks, sql` union all `)}`.execute(db);
  return rows;
}
