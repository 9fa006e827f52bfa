import { defaultText } from '@larkmere/messages/format-message';
import type { Currency } from '@larkmere/money/money';
import { openBankAccount, openOnLedgerAccount } from '../../accounts/bank-account/bank-account.ts';
import { closeWallet, listWalletsOf, type Wallet } from '../../accounts/wallet/wallet.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { ExternalHandler } from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findCustomer, upgradeToPlus } from '../customer/customer.ts';
import type { AccountBank, AccountOpeningRequest } from './rails/account-bank.ts';
import { requestAccounts } from './request-upgrade.ts';
import { type AccountOrderRow, findAccountOrders, lockRequest, recordBankResponse } from './upgrade.sql.ts';
import { customerUpgraded } from './upgrade.ts';
import { changeUpgradeState } from './upgrade-lifecycle.ts';

/**
 * Safe to repeat after a crash or a lost response: the bank repeats its first answer, and a finished upgrade is
 * skipped.
 */
export const openAccounts =
  (bank: AccountBank): ExternalHandler<{ requestId: string }> =>
  async ({ transaction }, { payload: { requestId } }) => {
    for (const order of await transaction((ctx) => findUnansweredOrders(ctx, requestId))) {
      const answer = await bank.open(order);
      if (answer === 'refused') return transaction((ctx) => refuseUpgradeByBank(ctx, requestId));
      await transaction(({ tx }) => recordBankResponse(tx, order.orderId, toAccountColumns(answer)));
    }
    await transaction((ctx) => finishUpgrade(ctx, requestId));
  };

async function findUnansweredOrders({ tx }: Ctx, requestId: string): Promise<AccountOpeningRequest[]> {
  const request = await lockRequest(tx, requestId);
  if (request?.state !== 'opening_accounts') return [];
  const holder = (await findCustomer(tx, request.customerId))?.name ?? '';
  const orders = (await findAccountOrders(tx, requestId)).filter(({ respondedAt }) => respondedAt === null);
  return orders.map(({ orderId, currency }) => ({ orderId, holder, currency }));
}

const toAccountColumns = ({
  sortCode,
  accountNumber,
  iban,
  bic,
  correspondent,
}: Exclude<Awaited<ReturnType<AccountBank['open']>>, 'refused'>) => ({
  sortCode,
  accountNumber,
  iban,
  bic,
  correspondent,
});

async function refuseUpgradeByBank(ctx: Ctx, requestId: string): Promise<void> {
  const request = await lockRequest(ctx.tx, requestId);
  if (request?.state === 'opening_accounts')
    await changeUpgradeState(ctx, request, { state: 'refused', reason: defaultText('upgrade_refused_by_bank') });
}

/**
 * Each wallet becomes an account over the same ledger account and under the same id, so no money moves and references
 * stay valid. A wallet opened meanwhile needs an account from the bank first.
 */
async function finishUpgrade(ctx: Ctx, requestId: string): Promise<void> {
  const { tx } = ctx;
  const request = await lockRequest(tx, requestId);
  if (request?.state !== 'opening_accounts') return;
  const customer = await findCustomer(tx, request.customerId);
  if (!customer) throw new Error(`request ${requestId} has no customer`);
  const wallets = (await listWalletsOf(tx, customer.id)).filter(({ status }) => status !== 'closed');
  const orders = await findAccountOrders(tx, requestId);
  const answered = (currency: Currency) => orders.some((order) => order.currency === currency && order.respondedAt);
  if (!wallets.every(({ currency }) => answered(currency)) || !answered('GBP')) {
    await requestAccounts(ctx, request);
    return;
  }
  for (const order of orders) {
    const wallet = wallets.find(({ currency }) => currency === order.currency);
    await openUpgradedAccount(ctx, { customerId: customer.id, holder: customer.name }, order, wallet);
  }
  await upgradeToPlus(tx, customer.id);
  await changeUpgradeState(ctx, request, { state: 'done' });
  await emit(ctx, customerUpgraded, { customerId: customer.id });
}

type AccountHolder = Readonly<{ customerId: string; holder: string }>;

async function openUpgradedAccount(
  ctx: Ctx,
  holder: AccountHolder,
  order: AccountOrderRow,
  wallet: Wallet | undefined,
): Promise<void> {
  const { sortCode, accountNumber, iban, bic, correspondent } = order;
  const currency = order.currency;
  const account = { ...holder, currency, sortCode, accountNumber, iban, bic, correspondent };
  if (!wallet) {
    await openBankAccount(ctx.tx, account);
    return;
  }
  await closeWallet(ctx.tx, wallet);
  const { id } = await openOnLedgerAccount(
    ctx.tx,
    { ...account, bankholderId: wallet.bankholderId },
    wallet.ledgerAccountId,
  );
  await audit(ctx, 'wallet.converted_to_account', `wallet:${wallet.id}`, { account: id, currency });
}
