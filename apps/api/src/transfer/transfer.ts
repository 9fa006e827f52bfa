import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import type { OperationId, Receipt } from '@larkmere/ledger/types';
import { formatAmount, type Money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { book, narrate, shortReference } from '../books/books.ts';
import { audit } from '../kernel/audit.ts';
import { emit, event } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';

export type TransferNews = Readonly<{
  transferId: string;
  customerId: string;
  personId: string;
  amount: string;
  currency: string;
  targetBankholderId: string;
}>;

export const transferMade = event<TransferNews>('transfer.made');

type Side = Pick<BankAccount, 'bankholderId' | 'ledgerAccountId'>;
type Move = Readonly<{
  customerId: string;
  personId: string;
  name: string;
  source: Side;
  target: Side;
  amount: Money;
}>;

export type Moved = Readonly<{ id: OperationId; reference: string; receipt: Receipt }>;

/** The caller has verified intent and accounts. Refuses `insufficient_funds` and `account_not_usable`. */
export async function moveBetweenOwn(
  ctx: Ctx,
  { customerId, personId, name, source, target, amount }: Move,
): Promise<Moved> {
  const { tx } = ctx;
  const id = v7() as OperationId;
  const reference = shortReference();
  const sum = { amount: formatAmount(amount), currency: amount.currency };
  const accounts = { sourceBankholderId: source.bankholderId, targetBankholderId: target.bankholderId };
  const description = `Transfer between your ${amount.currency} accounts`;
  await narrate(tx, id, { kind: 'transfer', reference, counterparty: name, description });
  const { targetBankholderId } = accounts;
  await emit(ctx, transferMade, { transferId: id, customerId, personId, ...sum, targetBankholderId });
  await audit(ctx, 'transfer.made', `transfer:${id}`, { reference, ...sum, ...accounts });
  const postings = [{ debit: source.ledgerAccountId, credit: target.ledgerAccountId, amount }];
  const receipt = await book(tx, { kind: 'post', id, code: 'transfer.made', postings }).catch((error: unknown) => {
    if (error instanceof InsufficientFunds) throw new Refusal('insufficient_funds');
    throw error instanceof AccountFrozen ? new Refusal('account_not_usable') : error;
  });
  return { id, reference, receipt };
}
