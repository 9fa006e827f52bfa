import { randomInt } from 'node:crypto';
import { type Currency, isCurrency } from '@larkmere/money/money';
import { z } from 'zod';
import type { Bank } from './bank.ts';
import { textColumn } from './store.ts';

export const AccountRequest = z.strictObject({
  orderId: z.uuid(),
  holder: z.string().trim().min(1).max(140),
  currency: z.custom<Currency>((value) => typeof value === 'string' && isCurrency(value), 'A currency we keep'),
});
export type AccountRequest = z.infer<typeof AccountRequest>;

const sortCode = '040621';
const bic = 'LARKGB2L';
const correspondents: Readonly<Partial<Record<Currency, string>>> = { THB: 'SANDTHBK', USD: 'SANDUS33' };

/** Idempotent: the same request returns the first answer; undefined if the id was used for a different request. */
export function openAccount(bank: Bank, order: AccountRequest): string | undefined {
  const requestJson = JSON.stringify(order);
  const known = bank.store.one('select asked, answer from account where order_id = ?', order.orderId);
  if (known) return textColumn(known, 'asked') === requestJson ? textColumn(known, 'answer') : undefined;
  const accountNumber = unusedAccountNumber(bank);
  const isUk = order.currency === 'GBP';
  const answer = JSON.stringify({
    orderId: order.orderId,
    sortCode: isUk ? sortCode : null,
    accountNumber: isUk ? accountNumber : null,
    iban: toIban(accountNumber),
    bic,
    correspondent: correspondents[order.currency] ?? null,
  });
  const account = {
    order_id: order.orderId,
    asked: requestJson,
    answer,
    account_number: accountNumber,
    opened_at: bank.now(),
  };
  bank.store.insert('account', account);
  return answer;
}

/** The demo customers' account numbers start with other digits. */
function unusedAccountNumber(bank: Bank): string {
  for (;;) {
    const number = String(randomInt(30_000_000, 40_000_000));
    if (!bank.store.one('select 1 from account where account_number = ?', number)) return number;
  }
}

function toIban(accountNumber: string): string {
  const account = `LARK${sortCode}${accountNumber}`;
  const digits = `${account}GB00`.replace(/[A-Z]/g, (sign) => String(Number.parseInt(sign, 36)));
  return `GB${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`;
}
