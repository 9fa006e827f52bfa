import type { Violation } from '@larkmere/ledger/invariants';
import { type Kysely, sql } from 'kysely';
import { holdsMoney, paymentLifecycle } from '../../apps/api/src/payments/payment/payment-lifecycle.ts';
import { statesOf } from '../../apps/api/src/platform/lifecycle/lifecycle.ts';
import { recordsMatchPostings } from './records-match-postings.ts';

const statesWithHold = statesOf(paymentLifecycle)
  .filter(holdsMoney)
  .map((state) => `'${state}'`)
  .join(', ');

/**
 * Pending items and the hold that reserves their money. A payment scheduled for a later day has no hold yet. A
 * payment from another currency has the hold of its worst-case rate until it is approved.
 */
const pendingItems = `
  select coalesce(case state when 'awaiting_approval' then quote_id end, hold_id, id) as hold_id, 'payment ' || id as what
    from payment.payment
    where state in (${statesWithHold}) and not (state = 'awaiting_approval' and execute_at is not null)
  union all select id, 'release of a file ' || id from bulk_payment.release
    where state = 'awaiting_approval' and scheduled_count < count
  union all select hold_id, 'auto fx order ' || id from auto_fx.auto_order where hold_id is not null
  union all select hold_id, 'deal ' || id from manual_fx.deal where hold_id is not null
  union all select worst_case_quote_id, 'exchange ' || id from fx.pending_conversion where state = 'awaiting_approval'`;

const holdCodes = `'payment.held', 'bulk-payment.held', 'auto-fx.reserved', 'manual-fx.accepted', 'fx.held'`;

const crossChecks: Readonly<Record<string, string>> = {
  'every pending item with a hold has that hold': `
    select w.what from (${pendingItems}) w where not exists (select from ledger.hold h where h.op_id = w.hold_id)`,

  'every hold belongs to a pending item': `
    select 'hold ' || h.op_id from ledger.hold h
    join ledger.transfer t on (t.op_id, t.leg) = (h.op_id, h.leg) and t.code in (${holdCodes})
    where not exists (select from (${pendingItems}) w where w.hold_id = h.op_id)`,

  'exactly the sent payments have posted their hold': `
    select 'payment ' || p.id from payment.payment p
    join ledger.transfer h on (h.op_id, h.leg, h.kind) = (coalesce(p.hold_id, p.id), 1, 'hold')
    left join ledger.transfer t on (t.hold_id, t.leg, t.kind) = (h.op_id, 1, 'post_hold')
    where (p.state in ('sent', 'completed', 'returned')) <> (t.op_id is not null)`,

  'every conversion has its ledger transfer': `
    select 'conversion ' || c.id from fx.conversion c
    where not exists (select from ledger.transfer t where t.op_id = c.id and t.debit_account_id = c.from_account)`,

  'every sent cross-currency payment has one conversion': `
    select 'payment ' || p.id from payment.payment p left join fx.conversion c on c.quote_id = p.quote_id
    where p.quote_id is not null group by p.id
    having (p.state in ('sent', 'completed', 'returned'))::int <> count(c.id)`,

  'exactly the paid standing order dates have one payment': `
    select 'date ' || o.id from standing_order.occurrence o
    left join payment.payment p on p.source = 'standing_order' and p.source_id = o.id
    group by o.id having count(p.id) <> (o.state = 'paid')::int or min(p.id::text) is distinct from o.payment_id::text`,

  'exactly the paid bulk rows have one payment': `
    select 'row ' || r.id from bulk_payment.row r
    left join payment.payment p on p.source = 'bulk' and p.source_id = r.id
    group by r.id having count(p.id) <> (r.state = 'paid')::int or min(p.id::text) is distinct from r.payment_id::text`,

  'every paid compensation was booked once to the account of its payment': `
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

  'every reversed compensation was booked back once': `
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

  'every approved request has the required approvals': `
    select 'request ' || r.id from approval.request r
    where r.state = 'approved' and r.approvals_needed > (select count(*) from approval.decision d
      where d.request_id = r.id and d.verdict = 'approve' and d.user_id <> r.maker_id)`,
};

// biome-ignore lint/suspicious/noExplicitAny: a tool serves any schema
export async function findCrossCheckViolations(db: Kysely<any>): Promise<Violation[]> {
  const checks = Object.entries({ ...crossChecks, ...recordsMatchPostings }).map(
    ([law, query]) => sql`select ${sql.lit(law)} as law, count(*)::int as count, min(what) as example
      from (${sql.raw(query)}) broken (what) having count(*) > 0`,
  );
  const { rows } = await sql<Violation>`${sql.join(checks, sql` union all `)}`.execute(db);
  return rows;
}
