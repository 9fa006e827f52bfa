import { balanceOf } from '@larkmere/ledger/balance';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import { bookRecovery, payOwed } from '../shortfall/shortfall.ts';
import { lockShortfalls, updateTopUp } from './top-up.sql.ts';

type Credit = Readonly<{ incomingId: string; customerId: string; bankholderId: string; currency: Currency }>;

/** Money that arrives pays first what a card took back and the wallet did not have. */
export const recoverShortfall: TransactionalHandler<Credit> = async (ctx, { payload }) => {
  const { tx } = ctx;
  const { incomingId, customerId, bankholderId } = payload;
  const currency = payload.currency;
  const owed = await lockShortfalls(tx, customerId, currency);
  if (owed.length === 0) return;
  const account = await requireOwnAccount({ tx, actor: { customerId, accounts: null } }, bankholderId);
  if (account.status !== 'active') return;
  const { available } = await balanceOf(tx, account.ledgerAccountId);
  const payments = payOwed(
    owed.map((row) => ({ row, open: row.shortfallMinor - row.recoveredMinor })),
    available.minor,
  );
  for (const { row, paid } of payments) await updateTopUp(tx, row.id, { recoveredMinor: row.recoveredMinor + paid });
  const amount = money(
    currency,
    payments.reduce((sum, { paid }) => sum + paid, 0n),
  );
  if (amount.minor === 0n) return;
  await audit(ctx, 'top_up.shortfall_paid', `customer:${customerId}`, {
    amount: formatAmount(amount),
    currency,
    incomingId,
  });
  const description = defaultText('statement_top_up_shortfall');
  await bookRecovery(tx, { account: account.ledgerAccountId, amount, code: 'top_up.shortfall_paid', description });
};
