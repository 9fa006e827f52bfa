import { type Balance, balancesOf } from '@larkmere/ledger/balance';
import type { AccountId } from '@larkmere/ledger/types';
import { compare, formatAmount, type Money } from '@larkmere/money/money';
import { type BankAccount, requireOwnAccount } from '../bank-account/bank-account.ts';
import { together } from '../kernel/driver.ts';
import { gathered } from '../kernel/gather.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Payee, requireUsablePayee } from '../payee/payee.ts';
import { accountOfPayee, accountOfPayer } from './party.ts';
import { addressOfCustomer } from './payment.read.ts';
import { findEqualPayment } from './payment.sql.ts';
import type { Payer, PaymentOrder } from './payment.ts';
import { type Plan, planFor } from './plan.ts';
import { type Price, priceOf, requireWithinLimits, viewPrice } from './price.ts';
import type { RailAccount, RailAddress } from './rails/rail.ts';
import { isAbroad, reaches } from './reach.ts';
import { type Screening, screenPayment } from './screen-payment.ts';
import { expectedCharges } from './swift-charges.ts';
import { requireWithinCap } from './way.ts';

/** Equal payments closer together than this are asked about once. */
const duplicateMinutes = 10;

/** All that has been looked at before anything is written. */
export type CheckedOrder = Readonly<{
  account: BankAccount;
  payerAccount: RailAccount;
  payerAddress: RailAddress | null;
  /** What the banks on the way are expected to keep; null where none is on the way. */
  expected: Money | null;
  payee: Payee;
  payeeAccount: RailAccount;
  price: Price;
  /** What is decided of it: of one for a later day, that it waits. */
  screening: Screening | Readonly<{ state: 'scheduled' }>;
  plan: Plan['asked'];
}>;

/** Looks at everything that could speak against a payment, and writes nothing. The refusals are those of `makePayment`. */
export async function checkOrder(ctx: Ctx, payer: Payer, order: PaymentOrder): Promise<CheckedOrder> {
  if (payer.accountStatus !== 'active') throw new Refusal('account_restricted');
  const asPayer = { ...ctx, actor: payer };
  const plan = await planOf(ctx, order);
  const timing = { leavesAt: plan?.leavesAt, leftOut: order.due?.id };
  const [account, payee, price] = await together(
    requireOwnAccount(asPayer, order.sourceBankholderId),
    requireUsablePayee(asPayer, order.payeeUid, order.payeeVersion),
    priceOf(ctx, payer, order, spentOn(order), timing),
  );
  const payerAccount = requireUsable(account, order);
  const payeeAccount = requireReached(payee, order);
  requireWithinLimits(price);
  const payerAddress = await requireAddress(ctx, payer, order);
  await requireWithinCap(ctx.tx, order, order.amount, payeeAccount);
  await requireAgreedFee(ctx, price, order, account);
  const [, , screening] = await together(
    plan ? Promise.resolve() : requireFunds(ctx, account, price),
    requireNoTwin(ctx, payer, order, plan),
    plan
      ? Promise.resolve({ state: 'scheduled' } as const)
      : screenPayment(ctx, {
          rail: order.rail,
          currency: order.amount.currency,
          amountMinor: order.amount.minor,
          payerName: account.holder,
          payeeName: payee.name,
        }),
  );
  const expected = order.rail === 'swift' ? await expectedCharges(ctx.tx, order) : null;
  return { account, payerAccount, payerAddress, payee, payeeAccount, price, expected, screening, plan };
}

/** When it leaves, if not now. What is exchanged on its way leaves at its quote, and never later. */
async function planOf(ctx: Ctx, { executionDate: day, rail, amount, exchange }: PaymentOrder): Promise<Plan['asked']> {
  if (day === undefined) return undefined;
  if (exchange) throw new TypeError('a payment at a quote cannot be planned');
  return (await planFor(ctx, { rail, currency: amount.currency, day })).asked;
}

/** What leaves the account: the payment itself, or what is sold for it. */
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

/** A payment abroad tells where its payer is; refuses with `payer_address_missing` one of whom we do not know it. */
async function requireAddress(ctx: Ctx, { customerId }: Payer, { rail }: PaymentOrder): Promise<RailAddress | null> {
  if (!isAbroad(rail)) return null;
  const address = await addressOfCustomer(ctx.tx, customerId);
  if (!address) throw new Refusal('payer_address_missing');
  return address;
}

function requireReached(payee: Payee, { rail, amount }: PaymentOrder): RailAccount {
  const named = accountOfPayee(payee);
  if (named && payee.currency === amount.currency && reaches(rail, payee.type, named)) return named;
  throw new Refusal('payee_not_approved', {
    message: `This payee has no account that takes ${amount.currency} this way. Nothing was sent.`,
  });
}

async function requireAgreedFee(ctx: Ctx, price: Price, order: PaymentOrder, account: BankAccount): Promise<void> {
  const { fee, due } = order;
  if (due && compare(price.fee, due.feeAtMost) > 0) throw tooDear(price, due.feeAtMost);
  if (fee === undefined || compare(fee, price.fee) === 0) return;
  throw new Refusal('price_changed', { data: { price: await viewPrice(ctx, price, account) } });
}

function tooDear({ fee }: Price, agreed: Money): Refusal {
  const [now, then] = [fee, agreed].map((each) => `${formatAmount(each)} ${each.currency}`);
  const message = `The fee is ${now} by now, and you agreed to ${then} at most. Nothing was sent. Make the payment again if you agree.`;
  return new Refusal('price_changed', { message });
}

/** A customer is asked once; whatever else asks knows what it asks for. */
async function requireNoTwin(ctx: Ctx, payer: Payer, order: PaymentOrder, plan: Plan['asked']): Promise<void> {
  if (order.confirmDuplicate || order.source || order.due) return;
  const twin = await findEqualPayment(ctx.tx, {
    customerId: payer.customerId,
    payeeId: order.payeeUid,
    amountMinor: order.amount.minor,
    currency: order.amount.currency,
    day: plan?.leavesOn ?? null,
    minutes: duplicateMinutes,
  });
  if (twin) throw new Refusal('duplicate_suspected', { data: { existingUid: twin } });
}

const readBalance = gathered('reads', async (tx, ids: readonly AccountId[]) => {
  const balances = await balancesOf(tx, ids);
  return ids.map((id) => balances.get(id) as Balance);
});

async function requireFunds({ tx }: Ctx, account: BankAccount, { total }: Price): Promise<void> {
  const { available } = await readBalance(tx, account.ledgerAccountId);
  if (compare(available, total) >= 0) return;
  const message = `You have ${formatAmount(available)} ${available.currency} available, and this needs ${formatAmount(total)}. Nothing was sent. Enter a smaller amount.`;
  throw new Refusal('insufficient_funds', {
    message,
    data: { available: formatAmount(available), needed: formatAmount(total), currency: total.currency },
  });
}
