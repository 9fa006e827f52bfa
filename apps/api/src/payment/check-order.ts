import { type Balance, balancesOf } from '@larkmere/ledger/balance';
import type { AccountId } from '@larkmere/ledger/types';
import { moneyText } from '@larkmere/money/amount-text';
import { compare, formatAmount, type Money, subtract } from '@larkmere/money/money';
import { type BankAccount, requireOwnAccount } from '../bank-account/bank-account.ts';
import { requireActive } from '../customer/customer.ts';
import { type Document, documentsOfPayments, requireAhead } from '../document/document.ts';
import type { Tx } from '../kernel/db.ts';
import { together } from '../kernel/driver.ts';
import { gathered } from '../kernel/gather.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { derivedBic, type NameEvidence, nameEvidence, type Payee, requireUsablePayee } from '../payee/payee.ts';
import type { Demand } from '../team-approval/team-approval.ts';
import { demandsOnOrder } from './demands.ts';
import { firstDayOf } from './first-day.ts';
import { requireWithinLimits } from './limits.ts';
import { Others } from './others.ts';
import { requireOwnNumber } from './own-number.ts';
import { accountOfPayee, accountOfPayer, addressOfPayee } from './party.ts';
import { addressOfCustomer } from './payment.read.ts';
import type { Payer, Payment, PaymentOrder } from './payment.ts';
import { type Plan, planFor } from './plan.ts';
import { type Price, priceOf, priceView } from './price.ts';
import type { RailAccount, RailAddress } from './rails/rail.ts';
import { reaches, tellsAddress } from './reach.ts';
import { draftOf } from './redo-draft.ts';
import { requireBackground } from './require-background.ts';
import { type Screened, type Screening, screenPayment } from './screen-payment.ts';
import { expectedCharges } from './swift-charges.ts';
import { findEqualPayment } from './twin.sql.ts';
import { capFor, requireWithinCap, riskTo } from './way.ts';

export type Facts = Readonly<{
  account: BankAccount;
  payerAccount: RailAccount;
  payerAddress: RailAddress | undefined;
  expected: Money | null;
  payee: Payee;
  nameCheck: NameEvidence;
  documents: readonly Document[];
  payeeAccount: RailAccount;
  price: Price;
  cap: Money | undefined;
  available: Money;
  twin: string | undefined;
  screening: Screening | Readonly<{ state: 'scheduled' | 'awaiting_approval' }>;
  demands: readonly Demand[];
  plan: Plan['asked'];
  draft: Payment | undefined;
}>;

export type CheckedOrder = Omit<Facts, 'payerAddress' | 'cap' | 'available' | 'twin'> &
  Readonly<{
    payerAddress: RailAddress | null;
    availableAfter: Money | null;
  }>;

export async function readOrder(ctx: Ctx, payer: Payer, order: PaymentOrder): Promise<Facts> {
  requireActive(payer.accountStatus);
  const { tx } = ctx;
  const asPayer = { ...ctx, actor: payer };
  const plan = await planOf(ctx, order);
  const timing = { leavesAt: plan?.leavesAt, leftOut: order.due?.id };
  const draft = await draftOf(ctx, payer, order);
  const [account, payee, price, demands, documents] = await together(
    requireOwnAccount(asPayer, order.sourceBankholderId),
    requireUsablePayee(asPayer, order.payeeUid, order.payeeVersion),
    priceOf(ctx, payer, order, spentOn(order), timing),
    demandsOnOrder(ctx, payer, order),
    requireAhead(tx, payer.customerId, order.brings?.documents, draft?.id),
  );
  const payerAccount = requireUsable(account, order);
  const payeeAccount = await requireReached(tx, payee, order);
  const risk = await riskTo(tx, payeeAccount, addressOfPayee(payee));
  const [{ available }, twin, screening, cap, payerAddress, expected, firstDay, nameCheck] = await together(
    readBalance(tx, account.ledgerAccountId),
    twinOf(ctx, payer, order, plan),
    screened(ctx, order, { account, payee, plan, demands, documents, risk }),
    capFor(tx, order, payeeAccount, order.amount.currency),
    tellsAddress(order.rail) ? addressOfCustomer(tx, payer.customerId) : Promise.resolve(undefined),
    order.rail === 'swift' ? expectedCharges(tx, order) : Promise.resolve(null),
    firstDayOf(ctx, payee, spentOn(order).currency, timing),
    nameEvidence(ctx, payer, payee, order.brings?.nameCheckId),
    requireOwnNumber(ctx, order.brings?.endToEndId),
    requireBackground(tx, order, payee),
  );
  const ends = { account, payerAccount, payerAddress, payee, nameCheck, documents, payeeAccount };
  return { ...ends, price: { ...price, firstDay }, cap, available, twin, expected, screening, plan, demands, draft };
}

type Looked = Pick<CheckedOrder, 'account' | 'payee' | 'plan' | 'demands' | 'documents'> & Pick<Screened, 'risk'>;

async function screened(
  ctx: Ctx,
  { rail, amount, due, draftUid: before = due?.id }: PaymentOrder,
  { account, payee, plan, demands, documents, risk }: Looked,
): Promise<CheckedOrder['screening']> {
  if (demands.length > 0) return { state: 'awaiting_approval' };
  if (plan) return { state: 'scheduled' };
  const { currency, minor: amountMinor } = amount;
  const stood = before === undefined ? undefined : (await documentsOfPayments(ctx.tx, [before])).get(before);
  const sent = documents.flatMap(({ type, state }) => (state === 'received' ? [type] : []));
  const names = { payerName: account.holder, payeeName: payee.name };
  return screenPayment(ctx, {
    rail,
    currency,
    amountMinor,
    ...names,
    risk,
    sent: [...sent, ...(stood?.checked ?? [])],
  });
}

/** Decides one order. `others` holds what earlier orders in the same transaction have used. */
export function judgeOrder(facts: Facts, order: PaymentOrder, others: Others): CheckedOrder {
  const { account, cap, available, twin, payerAddress = null, ...rest } = facts;
  const price = others.after(facts.price, account);
  requireWithinLimits(price);
  if (tellsAddress(order.rail) && !payerAddress) throw new Refusal('payer_address_missing');
  requireWithinCap(order.amount, cap);
  requireAgreedFee(price, order, available);
  const left = others.leftOf(available, account);
  if (!facts.plan) requireFunds(left, price);
  if (twin) throw new Refusal('duplicate_suspected', { data: { existingUid: twin } });
  others.add(price, account);
  return { ...rest, account, payerAddress, price, availableAfter: facts.plan ? null : subtract(left, price.total) };
}

export const checkOrder = async (ctx: Ctx, payer: Payer, order: PaymentOrder): Promise<CheckedOrder> =>
  judgeOrder(await readOrder(ctx, payer, order), order, new Others());

async function planOf(ctx: Ctx, { executionDate: day, rail, amount, exchange }: PaymentOrder): Promise<Plan['asked']> {
  if (day === undefined) return undefined;
  if (exchange) throw new TypeError('a payment at a quote cannot be planned');
  return (await planFor(ctx, { rail, currency: amount.currency, day })).asked;
}

const spentOn = ({ exchange, amount }: PaymentOrder) => exchange?.price.sell ?? amount;

function requireUsable(account: BankAccount, order: PaymentOrder): RailAccount {
  const { route = 'direct' } = order;
  const named = accountOfPayer(account);
  if (account.currency !== spentOn(order).currency || account.status !== 'active' || !named)
    throw new Refusal('account_not_usable');
  if ((account.vendorType === 'ifx') !== (route === 'ifx'))
    throw new Refusal('account_not_usable', { message: 'This account pays another way. Nothing was sent.' });
  return named;
}

async function requireReached(tx: Tx, payee: Payee, { rail, amount }: PaymentOrder): Promise<RailAccount> {
  const named = accountOfPayee(payee, await derivedBic(tx, payee));
  if (named && payee.currency === amount.currency && reaches(rail, payee.type, named)) return named;
  throw new Refusal('payee_not_approved', {
    message: `This payee has no account that takes ${amount.currency} this way. Nothing was sent.`,
  });
}

function requireAgreedFee(price: Price, { fee, due, mostFee = due?.feeAtMost }: PaymentOrder, available: Money): void {
  if (mostFee && compare(price.fee, mostFee) > 0) throw tooDear(price, mostFee);
  if (fee === undefined || compare(fee, price.fee) === 0) return;
  throw new Refusal('price_changed', { data: { price: priceView(price, available) } });
}

function tooDear({ fee }: Price, agreed: Money): Refusal {
  const [now, then] = [fee, agreed].map(moneyText);
  const message = `The fee is ${now} by now, and you agreed to ${then} at most. Nothing was sent. Make the payment again if you agree.`;
  return new Refusal('price_changed', { message });
}

/** Only a customer can confirm a duplicate; other sources prevent their own repeats. */
async function twinOf(
  { tx }: Ctx,
  { customerId }: Payer,
  order: PaymentOrder,
  plan: Plan['asked'],
): Promise<string | undefined> {
  if (order.confirmDuplicate || order.source || order.due) return undefined;
  return findEqualPayment(tx, {
    customerId,
    payeeId: order.payeeUid,
    amountMinor: order.amount.minor,
    currency: order.amount.currency,
    day: plan?.leavesOn ?? null,
  });
}

const readBalance = gathered('reads', async (tx, ids: readonly AccountId[]) => {
  const balances = await balancesOf(tx, [...new Set(ids)]);
  return ids.map((id) => balances.get(id) as Balance);
});

function requireFunds(available: Money, { total }: Price): void {
  if (compare(available, total) >= 0) return;
  const [has, needs, missing] = [available, total, subtract(total, available)].map(moneyText);
  const message = `You have ${has} available, and this needs ${needs}: ${missing} are missing. Nothing was sent. Enter a smaller amount, or exchange from another currency.`;
  throw new Refusal('insufficient_funds', {
    message,
    data: { available: formatAmount(available), needed: formatAmount(total), currency: total.currency },
  });
}
