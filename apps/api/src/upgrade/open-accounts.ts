import type { Currency } from '@larkmere/money/money';
import { findCustomer } from '../customer/customer.ts';
import type { OutsideListener } from '../kernel/relay.ts';
import type { Ctx } from '../kernel/verb.ts';
import { finishUpgrade } from './finish-upgrade.ts';
import { moveUpgrade } from './move-upgrade.ts';
import type { AccountBank, AccountOrder } from './rails/account-bank.ts';
import { enterAnswer, lockRequest, ordersOf } from './upgrade.sql.ts';

/**
 * Safe to repeat after a crash or a lost response: the bank repeats its first answer, and a finished upgrade is
 * skipped.
 */
export const openAccounts =
  (bank: AccountBank): OutsideListener<{ requestId: string }> =>
  async ({ transaction }, { payload: { requestId } }) => {
    for (const order of await transaction((ctx) => unanswered(ctx, requestId))) {
      const answer = await bank.open(order);
      if (answer === 'refused') return transaction((ctx) => giveUp(ctx, requestId));
      await transaction(({ tx }) => enterAnswer(tx, order.orderId, withColumns(answer)));
    }
    await transaction((ctx) => finishUpgrade(ctx, requestId));
  };

async function unanswered({ tx }: Ctx, requestId: string): Promise<AccountOrder[]> {
  const request = await lockRequest(tx, requestId);
  if (request?.state !== 'opening_accounts') return [];
  const holder = (await findCustomer(tx, request.customer_id))?.name ?? '';
  const orders = (await ordersOf(tx, requestId)).filter(({ answered_at }) => answered_at === null);
  return orders.map(({ order_id, currency }) => ({ orderId: order_id, holder, currency: currency as Currency }));
}

const withColumns = ({
  sortCode,
  accountNumber,
  iban,
  bic,
  correspondent,
}: Exclude<Awaited<ReturnType<AccountBank['open']>>, 'refused'>) => ({
  sort_code: sortCode,
  account_number: accountNumber,
  iban,
  bic,
  correspondent,
});

const bankRefused =
  'Our bank cannot open your accounts. Your wallets stay as they are. Contact us and we look into it.';

async function giveUp(ctx: Ctx, requestId: string): Promise<void> {
  const request = await lockRequest(ctx.tx, requestId);
  if (request?.state === 'opening_accounts') await moveUpgrade(ctx, request, { state: 'refused', reason: bankRefused });
}
