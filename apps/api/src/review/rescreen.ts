import { audit } from '../kernel/audit.ts';
import type { OutsideListener } from '../kernel/relay.ts';
import { decidePayment } from '../payment/payment.ts';
import { findHits, type listImported, recordHits } from '../screening/screening.ts';
import { backInReview } from './back-in-review.ts';
import { findReviewed, hitsOf, unsentPayments } from './review.read.ts';
import { dropRelease } from './review.sql.ts';

type Imported = NonNullable<(typeof listImported)['payload']>;

/** Screens payments that have not been sent, each in its own transaction. Idempotent. */
export const rescreenPayments: OutsideListener<Imported> = async ({ transaction }, { payload: { version } }) => {
  const payments = await transaction(({ tx }) => unsentPayments(tx));
  let held = 0;
  for (const { id, payeeName, payerName } of payments)
    held += await transaction(async (ctx) => {
      const hits = await findHits(ctx, { payee: payeeName, payer: payerName });
      if (hits.length === 0) return 0;
      // With its first hit the payment needs two people of compliance, so an approval before the hit is void.
      if ((await hitsOf(ctx.tx, [id])).length === 0) await dropRelease(ctx.tx, id);
      await recordHits(ctx, id, hits);
      const payment = await findReviewed(ctx.tx, id);
      if (payment?.state !== 'ready') return 0;
      await decidePayment(ctx, id, {
        ...(await backInReview(ctx, id)),
        reason: 'We are making extra checks. Your money is set aside and safe.',
      });
      return 1;
    });
  await transaction((ctx) =>
    audit(ctx, 'screening.rescreened', `screening-list:${version}`, { payments: payments.length, held }),
  );
};
