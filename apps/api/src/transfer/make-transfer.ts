import type { contract } from '@larkmere/contract/contract';
import type { TransferView } from '@larkmere/contract/transfer';
import type { Receipt } from '@larkmere/ledger/types';
import { type Currency, formatAmount, type Money } from '@larkmere/money/money';
import { type BankAccount, requireOwnAccount } from '../bank-account/bank-account.ts';
import { requireActive } from '../customer/customer.ts';
import { requireAmount } from '../kernel/amount.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { requireApproval } from '../pin/pin.ts';
import { moveBetweenOwn } from './transfer.ts';

export const makeTransfer: Verb<typeof contract.transfer.make> = async (ctx, input) => {
  const { actor, now } = ctx;
  requireActive(actor.accountStatus);
  const { sourceBankholderId, targetBankholderId, currency, approval, idempotency } = input;
  if (sourceBankholderId === targetBankholderId) throw new Refusal('account_not_usable');
  const amount = requireAmount(currency, input.amount);
  const source = await requireUsable(ctx, sourceBankholderId, currency);
  const target = await requireUsable(ctx, targetBankholderId, currency);
  const accounts = { sourceBankholderId, targetBankholderId };
  const sum = { amount: formatAmount(amount), currency };
  const purpose = { operation: 'transfer.own' as const, ...accounts, ...sum, paymentIdempotency: idempotency };
  await requireApproval(ctx, approval, purpose);
  const { customerId, personId, name } = actor;
  const { id, reference, receipt } = await moveBetweenOwn(ctx, { customerId, personId, name, source, target, amount });
  return {
    uid: id,
    reference,
    amount: sum,
    source: sideOf(source, receipt),
    target: sideOf(target, receipt),
    madeAt: now.toISOString(),
  };
};

async function requireUsable(ctx: CustomerCtx, bankholderId: string, currency: Currency): Promise<BankAccount> {
  const account = await requireOwnAccount(ctx, bankholderId);
  if (account.currency !== currency || account.status !== 'active') throw new Refusal('account_not_usable');
  return account;
}

function sideOf({ bankholderId, ledgerAccountId }: BankAccount, receipt: Receipt): TransferView['source'] {
  const state = receipt.accounts.find(({ id }) => id === ledgerAccountId);
  if (!state) throw new Error(`the ledger did not say what account ${bankholderId} stands at`);
  const wire = (value: Money) => ({ amount: formatAmount(value), currency: value.currency });
  return { bankholderid: bankholderId, balance: wire(state.balance), available: wire(state.available) };
}
