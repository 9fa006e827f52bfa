import type { AccountId } from '@larkmere/ledger/types';
import { readRate } from '@larkmere/money/rate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChargeAccounts, chargePostings } from './card-payment.postings.ts';
import {
  affordable,
  type CardPaymentTerms,
  chargeFor,
  chargeForTotals,
  costOf,
  noCharge,
  subtractCharge,
} from './charge.ts';

const mid = readRate('GBP', 'EUR', '1.1486332413');
if (!mid) throw new Error('no rate');
const euros: CardPaymentTerms = { currency: 'GBP', billing: 'EUR', exchange: { mid, marginBps: 35, feeBps: 50 } };
const pounds: CardPaymentTerms = { currency: 'GBP', billing: 'GBP', exchange: null };
const terms = fc.constantFrom(euros, pounds);
const minor = fc.bigInt(0n, 10_000_000n);
const totals = fc.record({ cleared: minor, refunded: minor });

const [payer, shortfall, clearing, feeIncome, sold, bought, spread, rounding] = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n].map(
  (id) => id as AccountId,
) as [AccountId, AccountId, AccountId, AccountId, AccountId, AccountId, AccountId, AccountId];
const exchange = { positionSold: sold, positionBought: bought, spreadIncome: spread, rounding };
const accountsOf = (of: CardPaymentTerms): ChargeAccounts => ({
  payer,
  shortfall,
  clearing,
  feeIncome,
  exchange: of.exchange && exchange,
});
const balances = (...postings: ReturnType<typeof chargePostings>[]): Map<AccountId, bigint> => {
  const found = new Map<AccountId, bigint>();
  const add = (id: AccountId, by: bigint) => found.set(id, (found.get(id) ?? 0n) + by);
  for (const { debit, credit, amount } of postings.flat()) {
    add(debit, -amount.minor);
    add(credit, amount.minor);
  }
  return new Map([...found].filter(([, balance]) => balance !== 0n));
};

describe('what a card payment costs', () => {
  it('is its amount in the currency of the account, and has rate, margin and fee in another', () => {
    expect(chargeFor(pounds, 1250n)).toEqual({ ...noCharge, converted: 1250n, billed: 1250n });
    const { converted, fee, billed } = chargeFor(euros, 1250n);
    expect([converted, fee, billed]).toEqual([1093n, 5n, 1250n]);
  });

  it('is nothing once all is refunded, and never less than nothing before', () => {
    fc.assert(
      fc.property(terms, minor, minor, (of, cleared, refunded) => {
        expect(costOf(chargeForTotals(of, { cleared, refunded: cleared }))).toBe(0n);
        if (refunded <= cleared) expect(costOf(chargeForTotals(of, { cleared, refunded }))).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  it('gives back no more than the mid rate for a refund of something else', () => {
    fc.assert(
      fc.property(minor, (refunded) => {
        const { converted, fee } = chargeForTotals(euros, { cleared: 0n, refunded });
        expect(fee).toBe(0n);
        expect(-converted * 11_486_332_413n).toBeLessThanOrEqual(refunded * 10_000_000_000n);
      }),
    );
  });

  it('approves as much of the requested amount as the account can pay', () => {
    fc.assert(
      fc.property(terms, minor, minor, (of, asked, available) => {
        const part = affordable(of, asked, available);
        expect(part).toBeLessThanOrEqual(asked);
        expect(costOf(chargeFor(of, part))).toBeLessThanOrEqual(available);
        if (part < asked) expect(costOf(chargeFor(of, part + 1n))).toBeGreaterThan(available);
      }),
    );
  });
});

describe('postings of a charge', () => {
  it('balance in each currency, and have no amount of zero or less', () => {
    fc.assert(
      fc.property(terms, totals, totals, (of, before, after) => {
        const charge = subtractCharge(chargeForTotals(of, after), chargeForTotals(of, before));
        const postings = chargePostings(of, charge, accountsOf(of), 0n);
        for (const { amount } of postings) expect(amount.minor).toBeGreaterThan(0n);
        const currencies = new Set(postings.map(({ amount }) => amount.currency));
        for (const currency of currencies) expect([of.currency, of.billing]).toContain(currency);
        expect(balances(postings).get(payer) ?? 0n).toBe(-costOf(charge));
        expect(balances(postings).get(clearing) ?? 0n).toBe(charge.billed);
      }),
    );
  });

  it('end in the same balances whatever totals came in between', () => {
    fc.assert(
      fc.property(terms, fc.array(totals, { minLength: 1, maxLength: 8 }), (of, history) => {
        const last = history.at(-1) ?? { cleared: 0n, refunded: 0n };
        let booked = noCharge;
        const steps = history.map((each) => {
          const next = chargeForTotals(of, each);
          const postings = chargePostings(of, subtractCharge(next, booked), accountsOf(of), 0n);
          booked = next;
          return postings;
        });
        const atOnce = chargePostings(of, chargeForTotals(of, last), accountsOf(of), 0n);
        expect(balances(...steps)).toEqual(balances(atOnce));
      }),
    );
  });

  it('let the payer pay what it has, and the rest be owed', () => {
    fc.assert(
      fc.property(terms, minor, minor, (of, cleared, available) => {
        const charge = chargeForTotals(of, { cleared, refunded: 0n });
        const due = costOf(charge);
        const short = due > available ? due - available : 0n;
        const found = balances(chargePostings(of, charge, accountsOf(of), short));
        expect([found.get(payer) ?? 0n, found.get(shortfall) ?? 0n]).toEqual([short - due, -short]);
      }),
    );
  });
});
