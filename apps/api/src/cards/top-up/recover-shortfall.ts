import { balanceOf } from '@larkmere/ledger/balance';
import { InsufficientFunds } from '@larkmere/ledger/errors';
import type { OperationId } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import {
  bookOperation,
  firmAccountId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import { lockShortfalls, updateTopUp } from './top-up.sql.ts';

type Credit = Readonly<{ incomingId: string; customerId: string; bankholderId: string; currency: string }>;

/** Money that arrives pays first what a card took back and the wallet did not have. */
export const recoverShortfall: TransactionalHandler<Credit> = async (ctx, { payload }) => {
  const { tx } = ctx;
  const { incomingId, customerId, bankholderId } = payload;
  const currency = payload.currency as Currency;
  const owed = await lockShortfalls(tx, customerId, currency);
  if (owed.length === 0) return;
  const account = await requireOwnAccount({ tx, actor: { customerId, accounts: null } }, bankholderId);
  if (account.status !== 'active') return;
  const { available } = await balanceOf(tx, account.ledgerAccountId);
  let left = available.minor;
  for (const topUp of owed) {
    const open = topUp.shortfall_minor - topUp.recovered_minor;
    const rest = open - left;
    const paid = rest > 0n ? left : open;
    left -= paid;
    if (paid > 0n) await updateTopUp(tx, topUp.id, { recovered_minor: topUp.recovered_minor + paid });
  }
  const amount = money(currency, available.minor - left);
  if (amount.minor === 0n) return;
  const id = v7() as OperationId;
  const description = defaultText('statement_top_up_shortfall');
  await recordNarrative(tx, id, { kind: 'card', reference: generateReference(), description });
  await audit(ctx, 'top_up.shortfall_paid', `customer:${customerId}`, {
    amount: formatAmount(amount),
    currency,
    incomingId,
  });
  const credit = await firmAccountId(tx, `card-shortfall:${currency}`);
  const postings = [{ debit: account.ledgerAccountId, credit, amount }];
  await bookOperation(tx, { kind: 'post', id, code: 'top_up.shortfall_paid', postings }).catch((error: unknown) => {
    throw error instanceof InsufficientFunds ? new ConcurrencyConflict() : error;
  });
};
