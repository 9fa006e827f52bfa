import { defaultText } from '@larkmere/messages/format-message';
import type { ExternalHandler } from '../../platform/events/relay.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findCustomer } from '../customer/customer.ts';
import { changeUpgradeState } from './change-upgrade-state.ts';
import { finishUpgrade } from './finish-upgrade.ts';
import type { AccountBank, AccountOpeningRequest } from './rails/account-bank.ts';
import { findAccountOrders, lockRequest, recordBankResponse } from './upgrade.sql.ts';

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
