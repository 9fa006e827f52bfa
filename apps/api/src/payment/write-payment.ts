import { randomUUID } from 'node:crypto';
import type { ReasonCode } from '@larkmere/contract/payment';
import { warnings } from '@larkmere/contract/payment-warning';
import type { OperationId } from '@larkmere/ledger/types';
import { v7 } from 'uuid';
import { shortReference } from '../books/books.ts';
import { together } from '../kernel/driver.ts';
import type { Ctx } from '../kernel/verb.ts';
import { daysOf } from '../team-approval/team-approval.ts';
import type { CheckedOrder } from './check-order.ts';
import { addressOfPayee } from './party.ts';
import { insertPayment, type NewPayment } from './payment.sql.ts';
import type { Payer, Payment, PaymentOrder } from './payment.ts';
import { redoDraft } from './redo-draft.ts';
import { holdMoney, holdOf, type Named, tellOf } from './set-aside.ts';

export async function writePayment(
  ctx: Ctx,
  payer: Payer,
  order: PaymentOrder,
  checked: CheckedOrder,
): Promise<Payment> {
  const { tx } = ctx;
  if (checked.draft) return writeDraft(ctx, payer, order, { ...checked, draft: checked.draft });
  const id = v7() as OperationId;
  const reference = shortReference();
  const row = rowOf(ctx.now, payer, order, checked, { id, reference });
  const named = { id, reference, holdId: holdOf({ ...row, hold_id: null }) };
  const [, , payment] = await together(
    order.keepQuote?.() ?? Promise.resolve(),
    order.approve?.() ?? Promise.resolve(),
    insertPayment(tx, row),
    checked.plan ? Promise.resolve() : tellOf(ctx, order, checked, named),
  );
  if (!checked.plan) await holdMoney(ctx, order, checked, named.holdId);
  return payment;
}

async function writeDraft(
  ctx: Ctx,
  payer: Payer,
  order: PaymentOrder,
  checked: CheckedOrder & Readonly<{ draft: Payment }>,
): Promise<Payment> {
  const { id, reference } = checked.draft;
  await order.keepQuote?.();
  await order.approve?.();
  const payment = await redoDraft(ctx.tx, rowOf(ctx.now, payer, order, checked, { id, reference }));
  const holdId = holdOf(payment);
  if (checked.plan) return payment;
  await tellOf(ctx, order, checked, { id, reference, holdId });
  await holdMoney(ctx, order, checked, holdId);
  return payment;
}

/** Payer and payee as of now; later changes do not affect the payment. */
function rowOf(
  now: Date,
  payer: Payer,
  order: PaymentOrder,
  checked: CheckedOrder,
  { id, reference }: Omit<Named, 'holdId'>,
): NewPayment {
  const { account, payerAccount, payerAddress, payee, payeeAccount, price, expected, screening, plan } = checked;
  const { demands, draft } = checked;
  const { exchange } = order;
  const waits = waitsOf(now, { ...checked, isExchanged: exchange !== undefined });
  return {
    id,
    reference,
    kind: order.kind,
    customer_id: payer.customerId,
    person_id: payer.personId,
    account_id: account.id,
    rail: order.rail,
    route: order.route ?? 'direct',
    source: order.source?.kind ?? 'customer',
    source_id: order.source?.id ?? null,
    payee_id: payee.id,
    payee_version: payee.version,
    payee_name: payee.name,
    payee_account: payeeAccount,
    payee_address: addressOfPayee(payee),
    payee_summary: payee.summary,
    payer_name: account.holder,
    payer_account: payerAccount,
    payer_address: payerAddress,
    currency: order.amount.currency,
    amount_minor: order.amount.minor,
    quote_id: exchange?.id ?? null,
    sold_currency: exchange?.price.sell.currency ?? null,
    sold_minor: exchange?.price.sell.minor ?? null,
    charges_expected_minor: expected?.minor ?? null,
    fee_minor: price.fee.minor,
    payee_reference: order.reference,
    charge_bearer: order.chargeBearer ?? null,
    ...saidOf(now, order, checked),
    execution_date: plan?.leavesOn ?? null,
    service: order.service,
    // A resubmitted draft counts towards the limit of the day on which it is sent.
    leaves_at: plan?.leavesAt ?? (draft && demands.length === 0 ? now : null),
    try_at: demands.length > 0 ? null : (plan?.leavesAt ?? null),
    scheme: order.scheme ?? null,
    not_before: !plan && price.opensAt > now ? price.opensAt : null,
    uetr: randomUUID(),
    state: screening.state,
    reason_code: waits?.reasonCode ?? null,
    reason: waits?.reason ?? null,
    next_step: waits?.nextStep ?? null,
    next_update_at: waits?.nextUpdateAt ?? plan?.leavesAt ?? null,
    deadline_at: waits?.deadlineAt ?? null,
    documents_required: screening.state === 'in_review' ? [...screening.documents] : [],
    arrival_earliest: price.arrival.earliest,
    arrival_latest: price.arrival.latest,
    arrival_days_off: price.arrival.daysOff,
  };
}

const saidOf = (
  now: Date,
  { said = {}, brings }: PaymentOrder,
  { payee, nameCheck, availableAfter }: CheckedOrder,
) => ({
  end_to_end_id: brings?.endToEndId ?? null,
  name_check_id: nameCheck.id,
  purpose: said.purposeCode ?? payee.details.purpose ?? null,
  note: said.note?.trim() || null,
  source_of_funds: said.sourceOfFunds ?? null,
  relationship: said.relationship ?? payee.details.relationship ?? (payee.ownAccount ? 'own_account' : null),
  available_after_minor: availableAfter?.minor ?? null,
  warning_code: said.warning ?? null,
  warning_text: said.warning ? warnings[said.warning] : null,
  warned_at: said.warning ? (said.warnedAt ?? now) : null,
});

type Waits = Readonly<{
  reasonCode: ReasonCode | null;
  reason: string;
  nextStep: string;
  nextUpdateAt: Date;
  deadlineAt: Date;
}>;

type Decided = Pick<CheckedOrder, 'screening' | 'price'> &
  Partial<Pick<CheckedOrder, 'plan' | 'demands'>> &
  Readonly<{ isExchanged?: boolean }>;

export function waitsOf(
  now: Date,
  { screening, plan, price, isExchanged = false, demands = [] }: Decided,
): Waits | undefined {
  if (screening.state === 'in_review') return screening;
  if (screening.state === 'awaiting_approval') return forTeam(now, { plan, isExchanged, demands });
  const { opensAt, arrival } = price;
  if (plan || opensAt <= now) return undefined;
  return {
    reasonCode: 'cut_off_missed',
    reason: 'The bank takes no payments like this at the moment. Your money is set aside and safe.',
    nextStep: 'We hand it to the bank as soon as it opens.',
    nextUpdateAt: opensAt,
    deadlineAt: arrival.latest,
  };
}

const dayMs = 24 * 3_600_000;

type Asked = Required<Pick<Decided, 'demands' | 'isExchanged'>> & Pick<Decided, 'plan'>;

function meanwhile({ plan, isExchanged }: Asked): string {
  if (plan) return 'The money is still yours to use.';
  return isExchanged
    ? 'What it takes at most is set aside, and it is exchanged at the rate of the moment when they do.'
    : 'The money is set aside.';
}

function forTeam(now: Date, asked: Asked): Waits {
  const { demands } = asked;
  const until = new Date(now.getTime() + daysOf(demands) * dayMs);
  return {
    reasonCode: null,
    reason: `Somebody of your team who did not make this payment has to approve it. ${meanwhile(asked)}`,
    nextStep: 'Your team approves it or sends it back.',
    nextUpdateAt: until,
    deadlineAt: until,
  };
}
