import { type Currency, formatAmount, isCurrency, isPositive, readAmount } from '@larkmere/money/money';
import { convert, formatRate, readRate, roundRate, subtractMargin } from '@larkmere/money/rate';
import { z } from 'zod';
import type { Bank } from './bank.ts';
import { newReference } from './payment.ts';
import { book } from './settlement-account.ts';
import { textColumn } from './store.ts';

const Code = z.custom<Currency>((value) => typeof value === 'string' && isCurrency(value), 'A currency we deal in');

export const DealRequest = z.strictObject({
  dealId: z.uuid(),
  sell: Code,
  buy: Code,
  sellAmount: z.string().max(24),
  midRate: z.string().max(40),
});
export type DealRequest = z.infer<typeof DealRequest>;

const marginBps = 1;
const rateDecimals = 10;

export type DealResult =
  | Readonly<{ kind: 'answer'; document: string }>
  | Readonly<{ kind: 'unreadable' }>
  | Readonly<{ kind: 'conflict' }>;

/** Executes immediately and finally. Idempotent: the same request returns the first answer. Both legs are booked. */
export function executeDeal(bank: Bank, order: DealRequest): DealResult {
  const { dealId, sell, buy, sellAmount, midRate } = order;
  const requestJson = JSON.stringify(order);
  const known = bank.store.one('select asked, answer from deal where deal_id = ?', dealId);
  if (known)
    return textColumn(known, 'asked') === requestJson
      ? { kind: 'answer', document: textColumn(known, 'answer') }
      : { kind: 'conflict' };
  const sold = readAmount(sell, sellAmount);
  const mid = sell === buy ? undefined : readRate(sell, buy, midRate);
  if (!sold || !mid || !isPositive(sold)) return { kind: 'unreadable' };
  const rate = roundRate(subtractMargin(mid, marginBps), rateDecimals);
  const bought = convert(sold, rate, 'down');
  if (!isPositive(bought)) return { kind: 'unreadable' };
  const reference = newReference();
  const answer = {
    dealId,
    reference,
    rate: formatRate(rate, rateDecimals),
    sellAmount,
    buyAmount: formatAmount(bought),
  };
  const document = JSON.stringify(answer);
  bank.store.inTransaction(() => {
    bank.store.insert('deal', { deal_id: dealId, asked: requestJson, answer: document, dealt_at: bank.now() });
    for (const leg of [sold, bought])
      book(bank.store, {
        bookedAt: bank.now(),
        direction: leg === sold ? 'DBIT' : 'CRDT',
        kind: 'exchange',
        currency: leg.currency,
        scheme: null,
        amountMinor: leg.minor,
        bankReference: reference,
        instructionId: reference,
        endToEndId: reference,
        counterparty: 'Foreign exchange desk',
        reference: `${sell} into ${buy}`,
      });
  });
  return { kind: 'answer', document };
}
