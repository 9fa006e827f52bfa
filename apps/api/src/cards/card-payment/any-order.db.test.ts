import { randomUUID } from 'node:crypto';
import type { CardPaymentReport } from '@larkmere/contract/cards/card-issuer';
import { findViolations } from '@larkmere/ledger/invariants';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase, seedAccount, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { asRail } from '../../../../../test/fixtures/card-issuer.ts';
import { authorisationOf, reportOf, seedPayingCard } from '../../../../../test/fixtures/card-payment.ts';
import { balancesOf } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { recordsMatchPostings } from '../../../../../tools/cross-checks/records-match-postings.ts';
import { authoriseCardPayment } from './authorise.ts';
import { receiveIssuerEvent } from './receive-event.ts';

const { db } = await createDatabase();
const runs = Number(process.env.RUNS ?? 4);

const amount = fc.integer({ min: 0, max: 6000 }).map((minor) => (minor / 100).toFixed(2));
const totals = fc.record({ held: amount, cleared: amount, refunded: amount });
/** A report with more given back than taken is not booked: a person looks at it. */
const consistent = totals.filter(({ cleared, refunded }) => Number(refunded) <= Number(cleared));

/**
 * What the processor reported of one payment, and in which order and how often it arrived. The last always arrives and
 * is consistent.
 */
const historyIn = (currency: 'GBP' | 'EUR') =>
  fc.tuple(fc.array(totals, { maxLength: 5 }), consistent).chain(([earlier, last]) => {
    const reports = [...earlier, last];
    return fc.record({
      reports: fc.constant(reports),
      arrivals: fc.array(fc.nat(reports.length - 1), { maxLength: 10 }),
      currency: fc.constant(currency),
    });
  });

const send = (report: CardPaymentReport) =>
  asRail(db, (ctx) => receiveIssuerEvent(ctx, { eventId: randomUUID(), at: report.at, report }));

const chargedOf = async (id: string) =>
  db
    .selectFrom('card_payment.payment')
    .select(['state', 'takenMinor', 'feeMinor', 'holdMinor', 'clearedMinor', 'refundedMinor', 'lastSequence'])
    .where('id', '=', id)
    .executeTakeFirst();

test.each(['GBP', 'EUR'] as const)(
  'a payment in %s ends the same whichever of its reports arrive, in any order and repeated',
  async (billed) => {
    await seedRates(db, undefined, { goodForSeconds: 36_000 });
    const who = await seedCustomer(db);
    await fc.assert(
      fc.asyncProperty(historyIn(billed), async ({ reports, arrivals, currency }) => {
        const outcomes = [];
        for (const order of [[reports.length - 1], [...arrivals, reports.length - 1, ...arrivals]]) {
          const account = await seedAccount(db, who, { balance: '1000.00' });
          const cardId = await seedPayingCard(db, who, account);
          const asked = authorisationOf(cardId, '20.00', { billing: { amount: '20.00', currency } });
          await asRail(db, (ctx) => authoriseCardPayment(ctx, asked));
          const sent = reports.map((each, i) => reportOf(asked, i + 1, each));
          for (const place of order) await send(sent[place] as CardPaymentReport);
          outcomes.push([await balancesOf(db, account), await chargedOf(asked.paymentId)]);
        }
        expect(outcomes[1]).toEqual(outcomes[0]);
      }),
      { numRuns: Math.ceil(runs / 2) },
    );
    expect(await findViolations(db)).toEqual([]);
    for (const [rule, query] of Object.entries(recordsMatchPostings))
      expect([rule, (await sql.raw(query).execute(db)).rows]).toEqual([rule, []]);
  },
);
