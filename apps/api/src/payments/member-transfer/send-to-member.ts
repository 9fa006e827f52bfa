import type { contract } from '@larkmere/contract/contract';
import type { MemberTransferView } from '@larkmere/contract/payments/member-transfer';
import type { MemberTransferPurpose } from '@larkmere/contract/payments/member-transfer-purpose';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import {
  bookOperation,
  createOperationId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { requireAccountAction } from '../../customers/customer/customer.ts';
import { approvalRequirementsForPayments } from '../../fx/conversion/conversion.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { emit } from '../../platform/events/outbox.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { lockPayer } from '../payment/payment.sql.ts';
import {
  findConditionalLimit,
  findMemberLimit,
  findNewRecipientLimit,
  requireWithinDay,
  requireWithinMemberDay,
  requireWithinMemberPayment,
  requireWithinNewPayee,
} from '../pricing/pricing.ts';
import { lookupValidSeconds, maskName } from './find-recipient.ts';
import { insertTransfer, sumSentTo } from './member-transfer.sql.ts';
import { memberTransferReceived, memberTransferSent } from './member-transfer.ts';
import { findLookedUp, type PayableRecipient } from './recipient.read.ts';

type Order = Input<typeof contract.memberTransfer.send>;
type Payable = PayableRecipient & Readonly<{ bankholderId: string }>;
type Movement = Readonly<{ source: BankAccount; target: BankAccount; recipient: Payable; amount: Money }>;

export const sendToMember: Verb<typeof contract.memberTransfer.send> = async (ctx, order) => {
  const { tx, actor } = ctx;
  requireAccountAction(actor.accountStatus, 'send');
  const amount = requirePositiveAmount(order.currency, order.amount);
  await lockPayer(tx, actor.customerId);
  const source = await requireOwnAccount(ctx, order.sourceBankholderId);
  if (source.currency !== order.currency || source.status !== 'active') throw new Refusal('account_not_usable');
  const recipient = await requireRecipient(ctx, order);
  await requireAllowed(ctx, recipient, amount);
  await requirePinAuthorisation(ctx, order.authorisation, purposeOf(order));
  const target = await requireOwnAccount(
    { tx, actor: { customerId: recipient.id, accounts: null } },
    recipient.bankholderId,
  );
  return moveMoney(ctx, { source, target, recipient, amount }, order.message);
};

async function requireRecipient({ tx, actor }: CustomerCtx, { lookupId, currency }: Order): Promise<Payable> {
  const { customerId, userId } = actor;
  const found = await findLookedUp(tx, { lookupId, customerId, userId, currency, validSeconds: lookupValidSeconds });
  if (!found) throw new Refusal('recipient_not_payable', { reason: message('recipient_lookup_expired') });
  const { bankholderId, name, lookedUpName } = found;
  if (lookedUpName !== null && lookedUpName !== name)
    throw new Refusal('recipient_not_payable', { reason: message('recipient_name_changed') });
  if (bankholderId === null)
    throw new Refusal('recipient_not_payable', { reason: message('recipient_without_currency', { currency }) });
  return { ...found, bankholderId };
}

/** An immediate transfer cannot wait for a second person, so it is refused where one is needed. */
async function requireAllowed(ctx: CustomerCtx, recipient: Payable, amount: Money): Promise<void> {
  await requireWithinCustomerLimits(ctx, recipient, amount);
  const limit = await findMemberLimit(ctx, ctx.actor, [amount]);
  if (limit) requireWithinMemberPayment(limit, 'present');
  requireWithinMemberDay(limit, 'present');
  if ((await approvalRequirementsForPayments(ctx, ctx.actor, [amount])).length > 0)
    throw new Refusal('approval_required', { reason: message('member_transfer_needs_approval') });
}

/** A thief who reset the PIN or the password sends no more to a new recipient than to a new payee. */
async function requireWithinCustomerLimits(
  { tx, now, actor: { customerId, userId } }: CustomerCtx,
  { id }: Payable,
  amount: Money,
): Promise<void> {
  const { currency } = amount;
  const conditions = await findConditionalLimit(tx, { customerId, currency });
  if (conditions) requireWithinDay({ ...conditions, amount, isScheduled: false });
  const { firstPaidAt, minor } = await sumSentTo(tx, { customerId, recipientId: id, currency });
  const sent = money(currency, minor);
  const limit = await findNewRecipientLimit({ tx, now }, { id, firstPaidAt, sent, senderId: userId });
  requireWithinNewPayee(amount, limit);
}

const purposeOf = ({ authorisation: _authorisation, idempotency, ...order }: Order): MemberTransferPurpose => ({
  operation: 'transfer.member',
  ...order,
  paymentIdempotency: idempotency,
});

async function moveMoney(
  ctx: CustomerCtx,
  movement: Movement,
  payeeReference: string | undefined,
): Promise<MemberTransferView> {
  const { source, target, recipient, amount } = movement;
  const { tx, actor, now } = ctx;
  const id = createOperationId();
  const reference = generateReference();
  const { currency } = amount;
  const sum = { amount: formatAmount(amount), currency };
  const shownName = recipient.paidBefore ? recipient.name : maskName(recipient.name);
  const sides = { sourceBankholderId: source.bankholderId, targetBankholderId: target.bankholderId };
  const description = defaultText('statement_member_transfer', { payerName: source.holder, payeeName: shownName });
  // One narrative serves both statements, so it names both members.
  await recordNarrative(tx, id, {
    kind: 'transfer',
    reference,
    counterparty: description,
    description,
    payeeReference: payeeReference ?? null,
  });
  await insertTransfer(tx, {
    id,
    customerId: actor.customerId,
    userId: actor.userId,
    recipientId: recipient.id,
    sourceBankholderId: source.bankholderId,
    targetBankholderId: target.bankholderId,
    currency,
    amountMinor: amount.minor,
    reference,
  });
  await emitEvents(ctx, movement, { transferId: id, ...sum }, shownName);
  await audit(ctx, 'member_transfer.made', `transfer:${id}`, { reference, ...sum, ...sides });
  const postings = [{ debit: source.ledgerAccountId, credit: target.ledgerAccountId, amount }];
  const receipt = await bookOperation(tx, { kind: 'post', id, code: 'member_transfer.made', postings }).catch(
    (error: unknown) => {
      if (error instanceof InsufficientFunds) throw new Refusal('insufficient_funds');
      throw error instanceof AccountFrozen ? new Refusal('account_not_usable') : error;
    },
  );
  const left = receipt.accounts.find((account) => account.id === source.ledgerAccountId);
  if (!left) throw new Error(`the ledger did not say what account ${source.bankholderId} stands at`);
  return {
    uid: id,
    reference,
    recipient: shownName,
    amount: sum,
    available: { amount: formatAmount(left.available), currency },
    executedAt: now.toISOString(),
  };
}

async function emitEvents(
  ctx: CustomerCtx,
  { source, target, recipient }: Movement,
  event: Readonly<{ transferId: string; amount: string; currency: Currency }>,
  recipientName: string,
): Promise<void> {
  const { customerId, userId } = ctx.actor;
  const { bankholderId: sourceBankholderId, holder: senderName } = source;
  await emit(ctx, memberTransferSent, { ...event, customerId, userId, sourceBankholderId, recipientName });
  await emit(ctx, memberTransferReceived, {
    ...event,
    customerId: recipient.id,
    targetBankholderId: target.bankholderId,
    senderName,
  });
}
