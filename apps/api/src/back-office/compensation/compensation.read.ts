import type { CompensationView } from '@larkmere/contract/back-office/compensation';
import type { contract } from '@larkmere/contract/contract';
import type { AccountId } from '@larkmere/ledger/types';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import type { CompensationRow } from './compensation.sql.ts';

export type DelayedPayment = Readonly<{
  id: string;
  reference: string;
  customerId: string;
  userId: string;
  payeeName: string;
  customerStatus: string;
  accountId: string;
  accountStatus: string;
  ledgerAccountId: AccountId;
  currency: Currency;
  isDelayed: boolean;
  /** A sanctions hit, or a payer who was not told of the delay: for compliance alone. */
  isConfidential: boolean;
  /** It is held, and telling the payer why would be tipping off. */
  isUnspoken: boolean;
}>;

export async function findDelayedPayment(tx: Tx, id: string): Promise<DelayedPayment | undefined> {
  const { rows } = await sql<DelayedPayment>`
    select p.id, p.reference, p.customer_id, p.user_id, p.payee_name,
      c.state as customer_status, a.id as account_id, a.status as account_status,
      a.ledger_account_id, a.currency,
      exists (select from payment.transition t where t.payment_id = p.id and t.state = 'in_review')
        or coalesce(
          (select max(t.at) from payment.transition t where t.payment_id = p.id and t.state = 'completed'),
          case when p.state in ('ready', 'submitted', 'sent') then now() end) > p.arrival_latest as is_delayed,
      exists (select from screening.hit h where h.payment_id = p.id)
        or coalesce(k.customer_notified_at is null and k.payment_id is not null, false) as is_confidential,
      coalesce(k.customer_notified_at is null and k.ended_at is null and k.payment_id is not null, false) as is_unspoken
    from payment.payment p join customer.customer c on c.id = p.customer_id
      join bank_account.account a on a.id = p.account_id left join review.statutory_hold k on k.payment_id = p.id
    where p.id = ${id}`.execute(tx);
  return rows[0];
}

type CompensationWithNames = CompensationRow &
  Readonly<{
    paymentReference: string;
    customerName: string;
    memberCode: string;
    proposedBy: string;
    decidedBy: string | null;
    reversal: CompensationView['reversal'];
  }>;

const compensationsWithNames = sql`
  select m.*, p.reference as payment_reference, c.name as customer_name, c.member_code,
    maker.name as proposed_by, checker.name as decided_by,
    (select jsonb_build_object('state', r.state, 'reason', r.reason, 'proposedBy', one.name, 'decidedBy', other.name,
        'proposedAt', to_char(r.proposed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'decidedAt', to_char(r.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'decisionNote', r.decision_note)
      from compensation.reversal r join staff.member one on one.id = r.proposed_by
        left join staff.member other on other.id = r.decided_by
      where r.compensation_id = m.id order by r.proposed_at desc, r.id desc limit 1) as reversal
  from compensation.compensation m join payment.payment p on p.id = m.payment_id
    join customer.customer c on c.id = m.customer_id join staff.member maker on maker.id = m.proposed_by
    left join staff.member checker on checker.id = m.decided_by`;

async function selectCompensationsByState(tx: Tx, state: string, most: number): Promise<CompensationWithNames[]> {
  const { rows } = await sql<CompensationWithNames>`
    ${compensationsWithNames} where m.state = ${state} order by m.proposed_at desc, m.id desc limit ${most}`.execute(
    tx,
  );
  return rows;
}

async function findCompensationWithNames(tx: Tx, id: string): Promise<CompensationWithNames | undefined> {
  const { rows } = await sql<CompensationWithNames>`${compensationsWithNames} where m.id = ${id}`.execute(tx);
  return rows[0];
}

const toCompensationView = (row: CompensationWithNames): CompensationView => ({
  uid: row.id,
  state: row.state,
  payment: { uid: row.paymentId, reference: row.paymentReference },
  customer: { name: row.customerName, memberCode: row.memberCode },
  amount: {
    amount: formatAmount(money(row.currency, row.amountMinor)),
    currency: row.currency,
  },
  reason: row.reason,
  note: row.note,
  evidence: row.evidence,
  proposedBy: row.proposedBy,
  proposedAt: row.proposedAt.toISOString(),
  decidedBy: row.decidedBy,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  decisionNote: row.decisionNote,
  reversal: row.reversal,
});

export async function loadCompensationView(tx: Tx, id: string): Promise<CompensationView> {
  const row = await findCompensationWithNames(tx, id);
  if (!row) throw new Error(`compensation ${id} has no view`);
  return toCompensationView(row);
}

const maxResults = 200;

export const listCompensations: Verb<typeof contract.compensation.list> = async ({ tx }, { state }) => {
  return { list: (await selectCompensationsByState(tx, state, maxResults)).map(toCompensationView) };
};
