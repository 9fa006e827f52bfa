import type { OwnTransferView } from '@larkmere/contract/accounts/own-transfer';
import type { contract } from '@larkmere/contract/contract';
import type { Receipt } from '@larkmere/ledger/types';
import { type Currency, formatAmount, type Money } from '@larkmere/money/money';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { type BankAccount, requireOwnAccount } from '../bank-account/bank-account.ts';
import { transferBetweenOwnAccounts } from './own-transfer.ts';

export const createOwnTransfer: Verb<typeof contract.ownTransfer.create> = async (ctx, input) => {
  const { actor, now } = ctx;
  const { sourceBankholderId, targetBankholderId, currency, authorisation, idempotency } = input;
  if (sourceBankholderId === targetBankholderId) throw new Refusal('account_not_usable');
  const amount = requirePositiveAmount(currency, input.amount);
  const source = await requireUsableAccount(ctx, sourceBankholderId, currency);
  const target = await requireUsableAccount(ctx, targetBankholderId, currency);
  const accounts = { sourceBankholderId, targetBankholderId };
  const sum = { amount: formatAmount(amount), currency };
  const purpose = { operation: 'transfer.own' as const, ...accounts, ...sum, paymentIdempotency: idempotency };
  await requirePinAuthorisation(ctx, authorisation, purpose);
  const { customerId, userId, name } = actor;
  const { id, reference, receipt } = await transferBetweenOwnAccounts(ctx, {
    customerId,
    userId,
    name,
    source,
    target,
    amount,
  });
  return {
    uid: id,
    reference,
    amount: sum,
    source: transferSideView(source, receipt),
    target: transferSideView(target, receipt),
    executedAt: now.toISOString(),
  };
};

async function requireUsableAccount(ctx: CustomerCtx, bankholderId: string, currency: Currency): Promise<BankAccount> {
  const account = await requireOwnAccount(ctx, bankholderId);
  if (account.currency !== currency || account.status !== 'active') throw new Refusal('account_not_usable');
  return account;
}

function transferSideView({ bankholderId, ledgerAccountId }: BankAccount, receipt: Receipt): OwnTransferView['source'] {
  const state = receipt.accounts.find(({ id }) => id === ledgerAccountId);
  if (!state) throw new Error(`the ledger did not say what account ${bankholderId} stands at`);
  const wire = (value: Money) => ({ amount: formatAmount(value), currency: value.currency });
  return { bankholderid: bankholderId, balance: wire(state.balance), available: wire(state.available) };
}
