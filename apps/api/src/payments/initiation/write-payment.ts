import { randomUUID } from 'node:crypto';
import type { ReasonCode } from '@larkmere/contract/payments/payment';
import { scamWarnings } from '@larkmere/contract/payments/scam-warning';
import type { OperationId } from '@larkmere/ledger/types';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { shortestExpiryDays } from '../../approvals/approval/approval.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { holdIdOf } from '../payment/hold-id.ts';
import { insertPayment, type NewPayment } from '../payment/payment.sql.ts';
import type { Payer, Payment } from '../payment/payment.ts';
import { payeeRailAddress } from '../payment/payment-party.ts';
import type { CheckedOrder } from './check-order.ts';
import type { PaymentOrder } from './payment-order.ts';
import { type PaymentHold, placeHold, recordDetails } from './place-hold.ts';
import { resubmitDraft } from './resubmit-draft.ts';

export async function writePayment(
  ctx: Ctx,
  payer: Payer,
  order: PaymentOrder,
  checked: CheckedOrder,
): Promise<Payment> {
  const { tx } = ctx;
  if (checked.draft) return writeDraft(ctx, payer, order, { ...checked, draft: checked.draft });
  const id = v7() as OperationId;
  const reference = generateReference();
  const row = toPaymentRow(ctx.now, payer, order, checked, { id, reference });
  const named = { id, reference, holdId: holdIdOf({ ...row, hold_id: null }) };
  const [, , payment] = await pipeline(
    order.storeQuote?.() ?? Promise.resolve(),
    order.redeemAuthorisation?.() ?? Promise.resolve(),
    insertPayment(tx, row),
    checked.schedule ? Promise.resolve() : recordDetails(ctx, order, checked, named),
  );
  if (!checked.schedule) await placeHold(ctx, order, checked, named.holdId);
  return payment;
}

async function writeDraft(
  ctx: Ctx,
  payer: Payer,
  order: PaymentOrder,
  checked: CheckedOrder & Readonly<{ draft: Payment }>,
): Promise<Payment> {
  const { id, reference } = checked.draft;
  await order.storeQuote?.();
  await order.redeemAuthorisation?.();
  const payment = await resubmitDraft(ctx.tx, toPaymentRow(ctx.now, payer, order, checked, { id, reference }));
  const holdId = holdIdOf(payment);
  if (checked.schedule) return payment;
  await recordDetails(ctx, order, checked, { id, reference, holdId });
  await placeHold(ctx, order, checked, holdId);
  return payment;
}

/** Payer and payee as of now; later changes do not affect the payment. */
function toPaymentRow(
  now: Date,
  payer: Payer,
  order: PaymentOrder,
  checked: CheckedOrder,
  { id, reference }: Omit<PaymentHold, 'holdId'>,
): NewPayment {
  const { account, payerAccount, payerAddress, payee, payeeAccount, price, expectedCharges } = checked;
  const { screening, schedule, approvalRequirements, draft } = checked;
  const { exchange } = order;
  const waits = pendingDetailsOf(now, { ...checked, isExchanged: exchange !== undefined });
  return {
    id,
    reference,
    kind: order.kind,
    customer_id: payer.customerId,
    user_id: payer.userId,
    account_id: account.id,
    rail: order.rail,
    route: order.route ?? 'direct',
    source: order.source?.kind ?? 'customer',
    source_id: order.source?.id ?? null,
    payee_id: payee.id,
    payee_version: payee.version,
    payee_name: payee.name,
    payee_account: payeeAccount,
    payee_address: payeeRailAddress(payee),
    payee_summary: payee.summary,
    payer_name: account.holder,
    payer_account: payerAccount,
    payer_address: payerAddress,
    currency: order.amount.currency,
    amount_minor: order.amount.minor,
    quote_id: exchange?.id ?? null,
    sold_currency: exchange?.price.sell.currency ?? null,
    sold_minor: exchange?.price.sell.minor ?? null,
    charges_expected_minor: expectedCharges?.minor ?? null,
    fee_minor: price.fee.minor,
    payee_reference: order.reference,
    charge_bearer: order.chargeBearer ?? null,
    ...regulatoryColumns(now, order, checked),
    execution_date: schedule?.executesOn ?? null,
    service: order.serviceKey,
    // A resubmitted draft counts towards the limit of the day on which it is sent.
    execute_at: schedule?.executesAt ?? (draft && approvalRequirements.length === 0 ? now : null),
    next_attempt_at: approvalRequirements.length > 0 ? null : (schedule?.executesAt ?? null),
    scheme: order.scheme ?? null,
    not_before: !schedule && price.opensAt > now ? price.opensAt : null,
    uetr: randomUUID(),
    state: screening.state,
    reason_code: waits?.reasonCode ?? null,
    reason: waits?.reason ?? null,
    next_step: waits?.nextStep ?? null,
    next_update_at: waits?.nextUpdateAt ?? schedule?.executesAt ?? null,
    deadline_at: waits?.deadlineAt ?? null,
    documents_required: screening.state === 'in_review' ? [...screening.documents] : [],
    arrival_earliest: price.arrival.earliest,
    arrival_latest: price.arrival.latest,
    arrival_days_off: price.arrival.daysOff,
  };
}

const regulatoryColumns = (
  now: Date,
  { regulatoryInformation = {}, attachments }: PaymentOrder,
  { payee, nameCheck, availableAfter }: CheckedOrder,
) => ({
  end_to_end_id: attachments?.endToEndId ?? null,
  name_check_id: nameCheck.id,
  purpose: regulatoryInformation.purposeCode ?? payee.details.purpose ?? null,
  note: regulatoryInformation.note?.trim() || null,
  source_of_funds: regulatoryInformation.sourceOfFunds ?? null,
  relationship:
    regulatoryInformation.relationship ?? payee.details.relationship ?? (payee.ownAccount ? 'own_account' : null),
  available_after_minor: availableAfter?.minor ?? null,
  warning_code: regulatoryInformation.warning ?? null,
  warning_text: regulatoryInformation.warning ? scamWarnings[regulatoryInformation.warning] : null,
  warned_at: regulatoryInformation.warning ? (regulatoryInformation.warnedAt ?? now) : null,
});

type PendingDetails = Readonly<{
  reasonCode: ReasonCode | null;
  reason: string;
  nextStep: string;
  nextUpdateAt: Date;
  deadlineAt: Date;
}>;

type DecidedOrder = Pick<CheckedOrder, 'screening' | 'price'> &
  Partial<Pick<CheckedOrder, 'schedule' | 'approvalRequirements'>> &
  Readonly<{ isExchanged?: boolean }>;

export function pendingDetailsOf(
  now: Date,
  { screening, schedule, price, isExchanged = false, approvalRequirements = [] }: DecidedOrder,
): PendingDetails | undefined {
  if (screening.state === 'in_review') return screening;
  if (screening.state === 'awaiting_approval')
    return approvalDetails(now, { schedule, isExchanged, approvalRequirements });
  const { opensAt, arrival } = price;
  if (schedule || opensAt <= now) return undefined;
  return {
    reasonCode: 'cut_off_missed',
    reason: 'The bank takes no payments like this at the moment. Your money is set aside and safe.',
    nextStep: 'We hand it to the bank as soon as it opens.',
    nextUpdateAt: opensAt,
    deadlineAt: arrival.latest,
  };
}

const dayMs = 24 * 3_600_000;

type ApprovalWait = Required<Pick<DecidedOrder, 'approvalRequirements' | 'isExchanged'>> &
  Pick<DecidedOrder, 'schedule'>;

function fundsMessage({ schedule, isExchanged }: ApprovalWait): string {
  if (schedule) return 'The money is still yours to use.';
  return isExchanged
    ? 'What it takes at most is set aside, and it is exchanged at the rate of the moment when they do.'
    : 'The money is set aside.';
}

function approvalDetails(now: Date, asked: ApprovalWait): PendingDetails {
  const { approvalRequirements } = asked;
  const until = new Date(now.getTime() + shortestExpiryDays(approvalRequirements) * dayMs);
  return {
    reasonCode: null,
    reason: `Somebody of your team who did not make this payment has to approve it. ${fundsMessage(asked)}`,
    nextStep: 'Your team approves it or sends it back.',
    nextUpdateAt: until,
    deadlineAt: until,
  };
}
