import { randomBytes } from 'node:crypto';
import type { Bank } from '../bank.ts';
import { sendCredit } from '../send-credit.ts';
import { bigintColumn, textColumn } from '../store.ts';

/** Where Larkmere receives what the processor collected, as its merchant contract says. */
const payoutIbans: Readonly<Record<string, string>> = {
  GBP: 'GB84LARK04062141904481',
  EUR: 'GB83LARK04062141904499',
  USD: 'GB61LARK04062141904507',
  THB: 'GB39LARK04062141904515',
};

/**
 * Pays out each currency once per banking day: captures less refunds and chargebacks, without deducting charges. A
 * negative sum waits for later captures. A payout that a crash interrupted is found by its reference.
 */
export function payOut(bank: Bank): void {
  const { store } = bank;
  const due = store.all(
    `select currency from cp_entry where payout is null group by currency
     having min(booked_at) <= ? and sum(minor) > 0`,
    bank.now() - bank.settings().dayMs,
  );
  for (const row of due) {
    const payout = `PAYOUT ${randomBytes(6).toString('hex').toUpperCase()}`;
    store.run(
      'update cp_entry set payout = ? where currency = ? and payout is null',
      payout,
      textColumn(row, 'currency'),
    );
  }
  for (const row of store.all(
    `select payout, currency, sum(minor) as minor from cp_entry
     where payout is not null and not exists (select 1 from entry e where e.reference = payout) group by payout, currency`,
  )) {
    const currency = textColumn(row, 'currency');
    sendCredit(bank, {
      currency,
      amountMinor: bigintColumn(row, 'minor'),
      payerName: 'Wren Card Processing',
      account: { number: payoutIbans[currency] ?? '', isIban: true, bank: {} },
      reference: textColumn(row, 'payout'),
    });
  }
}
