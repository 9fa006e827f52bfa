import type { DisputeState } from '@larkmere/contract/cards/card-payment';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import type { AccountId } from '@larkmere/ledger/types';
import { sql } from 'kysely';
import { batchLoader, inOrderOf } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { cardPaymentRule } from './card-payment.settings.ts';
import { usageOf } from './card-payment.sql.ts';

export type CardFacts = Readonly<{
  ledgerAccountId: AccountId;
  accountStatus: string;
  customerStatus: AccountStatus;
  tier: 'plus' | 'wallet';
  country: string;
  available: bigint;
  /** What counts against the limits: approved or presented since midnight, and since the first of the month, in London. */
  today: bigint;
  month: bigint;
  /** Of the clock, not of the transaction, which may have waited. */
  at: Date;
}>;

type CardOfAccount = Readonly<{ id: string; accountId: string; customerId: string }>;

/** What a decision about a card looks at. The card is locked, so no other decision about it changes this. */
export const selectCardFacts = batchLoader(
  'reads',
  async (tx, cards: readonly CardOfAccount[]): Promise<CardFacts[]> => {
    const ids = cards.map(({ id }) => id);
    const { rows } = await sql<CardFacts & { id: string }>`
      select k.id, b.ledger_account_id, b.status as account_status, c.state as customer_status,
        c.kind as tier, c.country, l.credits_posted - l.debits_posted - l.debits_pending as available,
        used.today, used.month, clock_timestamp() as at
      from unnest(${ids}::uuid[], ${cards.map((card) => card.accountId)}::uuid[],
        ${cards.map((card) => card.customerId)}::uuid[]) as k (id, account_id, customer_id)
      join bank_account.account b on b.id = k.account_id join customer.customer c on c.id = k.customer_id
      join ledger.account l on l.id = b.ledger_account_id
      cross join lateral (${usageOf(sql`k.id`)}) used`.execute(tx);
    return inOrderOf(ids, rows).map((row, i) => {
      if (!row) throw new Error(`the account of card ${ids[i]} is not there`);
      return row;
    });
  },
);

/** Accounts that owe for card payments and have money to pay with, or owe nothing any more after a refund. */
export async function selectAccountsToRecover(tx: Tx, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.account_id as id from card_payment.payment p join bank_account.account b on b.id = p.account_id
    join ledger.account l on l.id = b.ledger_account_id
    where p.recovery_notified_minor < p.shortfall_minor and b.status = 'active'
      and (l.credits_posted - l.debits_posted - l.debits_pending > 0 or not exists (
        select from card_payment.payment o where o.account_id = p.account_id and o.recovered_minor < o.shortfall_minor
          and o.recovery_notified_minor < o.shortfall_minor))
    limit ${most}`.execute(tx);
  return rows.map(({ id }) => id);
}

const hasReceipt = sql`exists (select from card_payment.document d join document.document f on f.id = d.document_id
  where d.payment_id = payment.id and d.purpose = 'receipt' and f.state <> 'refused')`;

/** Of a firm, spent some days ago, and without a receipt. What is older than two months is left alone. */
export const isReceiptMissing = sql<boolean>`reminded_at is null and state = 'cleared'
  and counted_at > now() - interval '60 days'
  and counted_at < now() - nullif((${inForce(cardPaymentRule, {}, { select: sql`receipt_reminder_days` })}), 0) * interval '1 day'
  and exists (select from customer.customer c where c.id = customer_id and c.business) and not ${hasReceipt}`;

export type PaymentContext = Readonly<{
  holderName: string;
  last4: string | null;
  isFirm: boolean;
  hasReceipt: boolean;
  /** The state of the latest dispute. */
  dispute: DisputeState | null;
}>;

export async function selectPaymentContexts(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentContext>> {
  const { rows } = await sql<PaymentContext & { id: string }>`
    select payment.id, k.holder_name, k.last4, c.business as is_firm, ${hasReceipt} as has_receipt,
      (select state from card_payment.dispute s where s.payment_id = payment.id order by opened_at desc limit 1) as dispute
    from card_payment.payment join issued_card.card k on k.id = payment.card_id
    join customer.customer c on c.id = payment.customer_id where payment.id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, ...context }) => [id, context]));
}
