/**
 * A transfer between two accounts of the same customer in one currency. It is booked at once, is free, and leaves no
 * payment: only a ledger operation with its narrative.
 */

import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import type { OperationId, Receipt } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, formatAmount, type Money } from '@larkmere/money/money';
import {
  bookOperation,
  createOperationId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';

export type OwnTransferEvent = Readonly<{
  transferId: string;
  customerId: string;
  userId: string;
  amount: string;
  currency: Currency;
  sourceBankholderId: string;
  targetBankholderId: string;
}>;

export const ownTransferCompleted = defineEvent<OwnTransferEvent>('transfer.made');

type TransferSide = Pick<BankAccount, 'bankholderId' | 'ledgerAccountId'>;
type OwnTransferRequest = Readonly<{
  customerId: string;
  userId: string;
  name: string;
  source: TransferSide;
  target: TransferSide;
  amount: Money;
}>;

export type OwnTransferResult = Readonly<{ id: OperationId; reference: string; receipt: Receipt }>;

/** The caller has verified intent and accounts. Refuses `insufficient_funds` and `account_not_usable`. */
export async function transferBetweenOwnAccounts(
  ctx: Ctx,
  { customerId, userId, name, source, target, amount }: OwnTransferRequest,
): Promise<OwnTransferResult> {
  const { tx } = ctx;
  const id = createOperationId();
  const reference = generateReference();
  const sum = { amount: formatAmount(amount), currency: amount.currency };
  const accounts = { sourceBankholderId: source.bankholderId, targetBankholderId: target.bankholderId };
  const description = defaultText('statement_transfer', { currency: amount.currency });
  await recordNarrative(tx, id, { kind: 'transfer', reference, counterparty: name, description });
  await emit(ctx, ownTransferCompleted, { transferId: id, customerId, userId, ...sum, ...accounts });
  await audit(ctx, 'transfer.made', `transfer:${id}`, { reference, ...sum, ...accounts });
  const postings = [{ debit: source.ledgerAccountId, credit: target.ledgerAccountId, amount }];
  const receipt = await bookOperation(tx, { kind: 'post', id, code: 'transfer.made', postings }).catch(
    (error: unknown) => {
      if (error instanceof InsufficientFunds) throw new Refusal('insufficient_funds');
      throw error instanceof AccountFrozen ? new Refusal('account_not_usable') : error;
    },
  );
  return { id, reference, receipt };
}
