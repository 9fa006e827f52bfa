import { randomInt } from 'node:crypto';
import { type Bank, bankingDay } from '../bank.ts';
import { formatMinor } from '../messages/xml.ts';
import { newReference } from '../payment.ts';
import { book } from '../settlement-account.ts';
import { bigintColumn, numberColumn, type Row, textColumn } from '../store.ts';
import type { IssuedPayment } from './issued-payment.ts';
import { queueReport, scheduleIssuerStep } from './report.ts';

const counterparty = 'Wren Card Issuing';

/** What the next settlement of its currency takes or gives back. */
export function bookEntry(
  bank: Bank,
  { paymentId, billing }: IssuedPayment,
  side: 'cleared' | 'refunded',
  minor: bigint,
): void {
  if (minor === 0n) return;
  bank.store.insert('ci_entry', { payment_id: paymentId, currency: billing, side, minor, booked_at: bank.now() });
  if (!bank.store.one(`select 1 from ci_step where kind = 'settle' and subject = ?`, billing))
    scheduleIssuerStep(bank, 'settle', billing, bank.settings().dayMs);
}

/** Takes everything that is open in a currency from Larkmere's settlement account; more refunds than payments are a credit. */
export function settle(bank: Bank, currency: string): string | undefined {
  const { store } = bank;
  store.run(`delete from ci_step where kind = 'settle' and subject = ?`, currency);
  if (!store.one('select 1 from ci_entry where currency = ? and settlement_id is null', currency)) return undefined;
  const day = bankingDay(bank.now());
  const settlementId = `CS${day.slice(2).replaceAll('-', '')}${currency}${randomLetters(5)}`;
  store.run(
    'update ci_entry set settlement_id = ? where currency = ? and settlement_id is null',
    settlementId,
    currency,
  );
  const sums = readSums(bank, settlementId);
  const total = (side: 'cleared' | 'refunded'): bigint => sums.reduce((sum, line) => sum + line[side], 0n);
  const [cleared, refunded] = [total('cleared'), total('refunded')];
  const net = cleared - refunded;
  store.insert('ci_settlement', { settlement_id: settlementId, currency, day, settled_at: bank.now() });
  if (net !== 0n)
    book(store, {
      bookedAt: bank.now(),
      direction: net > 0n ? 'DBIT' : 'CRDT',
      kind: 'card',
      currency,
      scheme: null,
      amountMinor: net > 0n ? net : -net,
      bankReference: newReference(),
      instructionId: settlementId,
      endToEndId: settlementId,
      counterparty,
      reference: settlementId,
    });
  queueReport(bank, {
    kind: 'settlement',
    settlementId,
    day,
    currency,
    cleared: formatMinor(currency, cleared),
    refunded: formatMinor(currency, refunded),
    lines: sums.length,
  });
  return settlementId;
}

type Sums = Readonly<{ paymentId: string; cleared: bigint; refunded: bigint }>;

const readSums = (bank: Bank, settlementId: string): Sums[] =>
  bank.store
    .all(
      `select payment_id, sum(case side when 'cleared' then minor else 0 end) as cleared,
         sum(case side when 'refunded' then minor else 0 end) as refunded
       from ci_entry where settlement_id = ? group by payment_id order by min(id)`,
      settlementId,
    )
    .map((row) => ({
      paymentId: textColumn(row, 'payment_id'),
      cleared: bigintColumn(row, 'cleared'),
      refunded: bigintColumn(row, 'refunded'),
    }));

/** What changed in each payment in this settlement, not since the beginning. */
export function viewSettlementLines(bank: Bank, settlementId: string) {
  const row = bank.store.one('select currency from ci_settlement where settlement_id = ?', settlementId);
  if (!row) return undefined;
  const currency = textColumn(row, 'currency');
  return readSums(bank, settlementId).map(({ paymentId, cleared, refunded }) => ({
    paymentId,
    cleared: formatMinor(currency, cleared),
    refunded: formatMinor(currency, refunded),
  }));
}

export const listSettlements = (bank: Bank, most: number) =>
  bank.store.all('select * from ci_settlement order by rowid desc limit ?', most).map((row: Row) => ({
    settlementId: textColumn(row, 'settlement_id'),
    currency: textColumn(row, 'currency'),
    day: textColumn(row, 'day'),
    settledAt: new Date(numberColumn(row, 'settled_at')).toISOString(),
  }));

export const openCurrencies = (bank: Bank): string[] =>
  bank.store
    .all('select distinct currency from ci_entry where settlement_id is null')
    .map((row) => textColumn(row, 'currency'));

const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(65 + randomInt(26))).join('');
