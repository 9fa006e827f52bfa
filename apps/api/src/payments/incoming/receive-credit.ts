import { accountPermissions } from '@larkmere/contract/platform/account-status';
import type { AccountId, OperationId } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import {
  bookOperation,
  createOperationId,
  findReceivingAccountId,
  firmAccountId,
  generateReference,
  recordNarrative,
  safeguardingAccountId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import {
  type BankAccount,
  findAccountByDetails,
  findAccountByIban,
  findAccountByReference,
  findBankAccount,
  isSharedAccount,
} from '../../accounts/bank-account/bank-account.ts';
import { findCustomer } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { findAccountIdByReference } from '../open-banking/open-banking.ts';
import { incomingPostings } from '../payment/payment.postings.ts';
import { creditReceived } from '../payment/payment-events.ts';
import type { RailCreditEvent } from '../payment/rail.ts';
import { findIncomingCredit, insertIncomingCredit, storeMessage } from '../payment/rail-message.sql.ts';

/**
 * Money for an unknown account, or for a customer who may not receive now, waits in suspense for staff. It is never
 * assigned by guess.
 */
export async function receiveCredit(ctx: Ctx, credit: RailCreditEvent): Promise<void> {
  const { tx } = ctx;
  const found = await findAccount(tx, credit);
  const account = found && (await canReceive(tx, found, credit)) ? found : undefined;
  const id = createOperationId();
  const isNew = await insertIncomingCredit(tx, {
    id,
    railReference: credit.railReference,
    accountId: account?.id ?? null,
    currency: credit.amount.currency,
    amountMinor: credit.amount.minor,
    payerName: credit.payerName,
    reference: credit.reference,
    bookedAt: credit.bookedAt,
  });
  if (!isNew) return compareWithKnown(ctx, credit, found);
  await storeMessage(tx, null, 'in', 'credit', credit.document);
  const receivable = account ? undefined : await findOwnReceivable(tx, credit);
  await postCredit(ctx, id, credit, account ?? { ledgerAccountId: receivable });
  const action = account ? 'credit.received' : receivable ? 'credit.of_firm' : 'credit.to_suspense';
  await audit(ctx, action, `incoming:${id}`, {
    railReference: credit.railReference,
    amount: formatAmount(credit.amount),
    currency: credit.amount.currency,
  });
}

/** The credit was booked before. Another amount, account or payer under its reference is for staff, and books nothing. */
async function compareWithKnown(ctx: Ctx, credit: RailCreditEvent, found: BankAccount | undefined): Promise<void> {
  const known = await findIncomingCredit(ctx.tx, credit.railReference);
  if (!known) return;
  const { currency, amountMinor, payerName, reference, accountId } = known;
  const fields = [
    ['amount', formatAmount(money(currency, amountMinor)), formatAmount(credit.amount)],
    ['currency', currency, credit.amount.currency],
    ['account', accountId ?? 'unknown', found?.id ?? 'unknown'],
    ['payer', payerName, credit.payerName],
    ['reference', reference, credit.reference],
  ] as const;
  // A credit that waits in suspense has no account, although one may be known.
  const differing = fields.filter(
    ([field, one, other]) => one !== other && (field !== 'account' || accountId !== null),
  );
  for (const [field, expected, reported] of differing)
    await recordContradiction(ctx, `incoming:${known.id}`, { partner: 'bank', field, expected, reported });
}

async function canReceive(tx: Tx, account: BankAccount, { amount }: RailCreditEvent): Promise<boolean> {
  if (account.status !== 'active' || account.currency !== amount.currency) return false;
  const customer = await findCustomer(tx, account.customerId);
  return customer !== undefined && accountPermissions[customer.status].receive === 'yes';
}

async function findAccount(
  tx: Tx,
  { payee, amount: { currency }, reference }: RailCreditEvent,
): Promise<BankAccount | undefined> {
  if (payee.kind !== 'uk' && payee.kind !== 'iban') return undefined;
  if (await isSharedAccount(tx, currency, payee)) return findWallet(tx, currency, reference ?? '');
  return payee.kind === 'uk'
    ? findAccountByDetails(tx, payee.sortCode, payee.accountNumber)
    : findAccountByIban(tx, payee.iban, currency);
}

/** Such as what the card processor owes us: its payouts arrive on an account of the firm itself. */
const findOwnReceivable = async (tx: Tx, { payee, amount: { currency } }: RailCreditEvent) =>
  payee.kind === 'iban' ? findReceivingAccountId(tx, currency, payee.iban) : undefined;

/** By the member code, or by the reference of a payment that the customer started at their bank. */
async function findWallet(tx: Tx, currency: Currency, reference: string): Promise<BankAccount | undefined> {
  const named = await findAccountByReference(tx, reference, currency);
  const started = named ? undefined : await findAccountIdByReference(tx, reference);
  const account = started === undefined ? named : await findBankAccount(tx, started);
  return account?.currency === currency ? account : undefined;
}

async function postCredit(
  ctx: Ctx,
  id: OperationId,
  credit: RailCreditEvent,
  account: BankAccount | Readonly<{ ledgerAccountId: AccountId | undefined }>,
): Promise<void> {
  const { tx } = ctx;
  const { amount, payerName } = credit;
  const safeguarding = await safeguardingAccountId(tx, amount.currency);
  const owner = account.ledgerAccountId ?? (await firmAccountId(tx, `suspense:${amount.currency}`));
  const postings = incomingPostings(amount, safeguarding, owner);
  const valueDate = londonDay(credit.bookedAt);
  await recordNarrative(tx, id, {
    kind: 'credit',
    reference: generateReference(),
    counterparty: payerName,
    counterpartyAccount: null,
    description: defaultText('statement_credit', { payerName }),
    payeeReference: credit.reference,
    paymentId: null,
  });
  await bookOperation(tx, { kind: 'post', id, code: 'credit.received', postings, valueDate });
  if (!('id' in account)) return;
  await emit(ctx, creditReceived, {
    incomingId: id,
    customerId: account.customerId,
    bankholderId: account.bankholderId,
    amount: formatAmount(amount),
    currency: amount.currency,
    payerName,
    reference: credit.reference,
  });
}
