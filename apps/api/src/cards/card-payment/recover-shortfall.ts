import { balanceOf } from '@larkmere/ledger/balance';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, money } from '@larkmere/money/money';
import { type BankAccount, findBankAccount, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { liftStop, lockIssuedCard } from '../issued-card/issued-card.ts';
import { bookRecovery, payOwed } from '../shortfall/shortfall.ts';
import { selectAccountsToRecover } from './card-payment.read.ts';
import { type CardPayment, lockShortfalls, selectShortCards, updatePayment } from './card-payment.sql.ts';
import { cardShortfallRecovered } from './card-payment-events.ts';

const maxAccounts = 100;

type Credit = Readonly<{ customerId: string; bankholderId: string }>;

/** Money that arrives pays first what the account did not have for card payments. */
export const recoverCardShortfall: TransactionalHandler<Credit> = async (ctx, { payload }) => {
  const { customerId, bankholderId } = payload;
  const account = await requireOwnAccount({ tx: ctx.tx, actor: { customerId, accounts: null } }, bankholderId);
  await recover(ctx, account);
};

/** For money that arrives in another way than by bank transfer: exchanges, transfers of members, top-ups. */
export const shortfallRecovery = defineJob({
  name: 'recover-card-shortfalls',
  everySeconds: 15,
  run: async ({ transaction }) => {
    for (const id of await transaction(({ tx }) => selectAccountsToRecover(tx, maxAccounts)))
      await transaction(async (ctx) => {
        const account = await findBankAccount(ctx.tx, id);
        if (account) await recover(ctx, account);
      });
  },
});

async function recover(ctx: Ctx, account: BankAccount): Promise<void> {
  const { tx } = ctx;
  if (account.status !== 'active') return;
  for (const id of await selectShortCards(tx, account.id)) await lockIssuedCard(tx, id);
  const short = await lockShortfalls(tx, account.id);
  if (short.length === 0) return;
  const owed = short.filter((row) => openOf(row) > 0n);
  const minor = owed.length > 0 ? await payFrom(ctx, account, owed) : 0n;
  if (minor === owed.reduce((sum, row) => sum + openOf(row), 0n)) await finishRecovery(ctx, account, short);
}

/** Returns what was paid. */
async function payFrom(ctx: Ctx, account: BankAccount, owed: readonly CardPayment[]): Promise<bigint> {
  const { tx } = ctx;
  const { available } = await balanceOf(tx, account.ledgerAccountId);
  const payments = payOwed(
    owed.map((row) => ({ row, open: openOf(row) })),
    available.minor,
  );
  for (const { row, paid } of payments) await updatePayment(tx, row.id, { recoveredMinor: row.recoveredMinor + paid });
  const minor = payments.reduce((sum, { paid }) => sum + paid, 0n);
  if (minor === 0n) return 0n;
  const amount = money(account.currency, minor);
  await audit(ctx, 'card_payment.shortfall_paid', `bank-account:${account.id}`, {
    amount: formatAmount(amount),
    currency: amount.currency,
  });
  const description = defaultText('statement_card_shortfall');
  const code = 'card_payment.shortfall_paid';
  await bookRecovery(tx, { account: account.ledgerAccountId, amount, code, description });
  return minor;
}

/** Everything is paid, by money that arrived or by a refund: the cards work again, and their people are told once. */
async function finishRecovery(ctx: Ctx, account: BankAccount, short: readonly CardPayment[]): Promise<void> {
  const cardIds = [...new Set(short.map(({ cardId }) => cardId))];
  for (const { id, shortfallMinor } of short)
    await updatePayment(ctx.tx, id, { recoveryNotifiedMinor: shortfallMinor });
  for (const id of cardIds) await liftStop(ctx, id, 'payment_shortfall');
  const cards = await Promise.all(cardIds.map((id) => lockIssuedCard(ctx.tx, id)));
  const amountMinor = short.reduce((sum, row) => sum + row.shortfallMinor - row.recoveryNotifiedMinor, 0n);
  await emit(ctx, cardShortfallRecovered, {
    customerId: account.customerId,
    bankholderId: account.bankholderId,
    cardId: cardIds[0] ?? '',
    holderIds: [...new Set(short.map(({ holderId }) => holderId))],
    amount: formatAmount(money(account.currency, amountMinor)),
    currency: account.currency,
    isUsable: cards.every((card) => card?.state === 'active' || card?.state === 'frozen'),
    at: ctx.now.toISOString(),
  });
}

const openOf = ({ shortfallMinor: short, recoveredMinor: paid }: CardPayment): bigint => short - paid;
