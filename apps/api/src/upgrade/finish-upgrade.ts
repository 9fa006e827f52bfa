import type { Currency } from '@larkmere/money/money';
import { openBankAccount, openOver } from '../bank-account/bank-account.ts';
import { becomePlus, findCustomer } from '../customer/customer.ts';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { closeWallet, type Wallet, walletsOf } from '../wallet/wallet.ts';
import { orderAccounts } from './judge-upgrade.ts';
import { moveUpgrade } from './move-upgrade.ts';
import { lockRequest, type OrderRow, ordersOf } from './upgrade.sql.ts';
import { becamePlus } from './upgrade.ts';

/**
 * Each wallet becomes an account over the same ledger account and under the same id, so no money moves and references
 * stay valid. A wallet opened meanwhile needs an account from the bank first.
 */
export async function finishUpgrade(ctx: Ctx, requestId: string): Promise<void> {
  const { tx } = ctx;
  const request = await lockRequest(tx, requestId);
  if (request?.state !== 'opening_accounts') return;
  const customer = await findCustomer(tx, request.customer_id);
  if (!customer) throw new Error(`request ${requestId} has no customer`);
  const wallets = (await walletsOf(tx, customer.id)).filter(({ status }) => status !== 'closed');
  const orders = await ordersOf(tx, requestId);
  const answered = (currency: string) => orders.some((order) => order.currency === currency && order.answered_at);
  if (!wallets.every(({ currency }) => answered(currency)) || !answered('GBP')) {
    await orderAccounts(ctx, request);
    return;
  }
  for (const order of orders) {
    const wallet = wallets.find(({ currency }) => currency === order.currency);
    await openOne(ctx, { customerId: customer.id, holder: customer.name }, order, wallet);
  }
  await becomePlus(tx, customer.id);
  await moveUpgrade(ctx, request, { state: 'done' });
  await emit(ctx, becamePlus, { customerId: customer.id });
}

type Holder = Readonly<{ customerId: string; holder: string }>;

async function openOne(ctx: Ctx, holder: Holder, order: OrderRow, wallet: Wallet | undefined): Promise<void> {
  const { sort_code: sortCode, account_number: accountNumber, iban, bic, correspondent } = order;
  const currency = order.currency as Currency;
  const account = { ...holder, currency, sortCode, accountNumber, iban, bic, correspondent };
  if (!wallet) {
    await openBankAccount(ctx.tx, account);
    return;
  }
  await closeWallet(ctx.tx, wallet.id);
  const { id } = await openOver(ctx.tx, { ...account, bankholderId: wallet.bankholderId }, wallet.ledgerAccountId);
  await audit(ctx, 'wallet.became-account', `wallet:${wallet.id}`, { account: id, currency });
}
