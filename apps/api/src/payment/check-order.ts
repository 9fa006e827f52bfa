import { type Balance, balancesOf } from '@larkmere/ledger/balance';
import type { AccountId } from '@larkmere/ledger/types';
import { compare, formatAmount } from '@larkmere/money/money';
import { type BankAccount, requireOwnAccount } from '../bank-account/bank-account.ts';
import { together } from '../kernel/driver.ts';
import { gathered } from '../kernel/gather.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Payee, requireUsablePayee } from '../payee/payee.ts';
import { accountOfPayee, accountOfPayer } from './party.ts';
import { findEqualPayment } from './payment.sql.ts';
import type { Payer, PaymentOrder } from './payment.ts';
import { type Price, priceOf, requireWithinLimits, viewPrice } from './price.ts';
import type { RailAccount } from './rails/rail.ts';
import { reaches } from './reach.ts';
import { type Screening, screenPayment } from './screen-payment.ts';
import { requireWithinCap } from './way.ts';

/** Equal payments closer together than this are asked about once. */
const duplicateMinutes = 10;

/** All that has been looked at before anything is written. */
export type CheckedOrder = Readonly<{
  account: BankAccount;
  payerAccount: RailAccount;
  payee: Payee;
  payeeAccount: RailAccount;
  price: Price;
  screening: Screening;
}>;

/** Looks at everything that could speak against a payment, and writes nothing. The refusals are those of `makePayment`. */
export async function checkOrder(ctx: Ctx, payer: Payer, order: PaymentOrder): Promise<CheckedOrder> {
  if (payer.accountStatus !== 'active') throw new Refusal('account_restricted');
  const asPayer = { ...ctx, actor: payer };
  const [account, payee, price] = await together(
    requireOwnAccount(asPayer, order.sourceBankholderId),
    requireUsablePayee(asPayer, order.payeeUid, order.payeeVersion),
    priceOf(ctx, payer, order, order.amount),
  );
  const payerAccount = requireUsable(account, order);
  const payeeAccount = requireReached(payee, order);
  requireWithinLimits(price);
  await requireWithinCap(ctx.tx, order, order.amount, payeeAccount);
  await requireAgreedFee(ctx, price, order, account);
  const [, , screening] = await together(
    requireFunds(ctx, account, price),
    requireNoTwin(ctx, payer, price, order),
    screenPayment(ctx, {
      rail: order.rail,
      currency: order.amount.currency,
      amountMinor: order.amount.minor,
      payerName: account.holder,
      payeeName: payee.name,
    }),
  );
  return { account, payerAccount, payee, payeeAccount, price, screening };
}

function requireUsable(account: BankAccount, { amount, route = 'direct' }: PaymentOrder): RailAccount {
  const named = accountOfPayer(account);
  if (account.currency !== amount.currency || account.status !== 'active' || !named)
    throw new Refusal('account_not_usable');
  if ((account.vendorType === 'ifx') !== (route === 'ifx'))
    throw new Refusal('account_not_usable', { message: 'This account pays another way. Nothing was sent.' });
  return named;
}

function requireReached(payee: Payee, { rail, amount }: PaymentOrder): RailAccount {
  const named = accountOfPayee(payee);
  if (named && payee.currency === amount.currency && reaches(rail, payee.type, named)) return named;
  throw new Refusal('payee_not_approved', {
    message: `This payee has no account that takes ${amount.currency} this way. Nothing was sent.`,
  });
}

async function requireAgreedFee(ctx: Ctx, price: Price, { fee }: PaymentOrder, account: BankAccount): Promise<void> {
  if (fee === undefined || compare(fee, price.fee) === 0) return;
  throw new Refusal('price_changed', { data: { price: await viewPrice(ctx, price, account) } });
}

/** A customer is asked once; whatever else asks knows what it asks for. */
async function requireNoTwin(ctx: Ctx, payer: Payer, price: Price, order: PaymentOrder): Promise<void> {
  if (order.confirmDuplicate || order.source) return;
  const twin = await findEqualPayment(ctx.tx, {
    customerId: payer.customerId,
    payeeId: order.payeeUid,
    amountMinor: price.amount.minor,
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
