import { defaultText } from '@larkmere/messages/format-message';
import { recordScreeningHits, type sanctionsListImported, screenNames } from '../../checks/screening/screening.ts';
import { decidePayment } from '../../payments/payment/payment.ts';
import type { ExternalHandler } from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import { buildInReviewDecision } from './decide-reviewed-payment.ts';
import { findReviewedPayment, selectHits, selectUnsentPayments } from './review.read.ts';
import { deleteOpenDecision } from './review.sql.ts';

type ListImportedEvent = NonNullable<(typeof sanctionsListImported)['payload']>;

/** Screens payments that have not been sent, each in its own transaction. Idempotent. */
export const rescreenPayments: ExternalHandler<ListImportedEvent> = async (
  { transaction },
  { payload: { version } },
) => {
  const payments = await transaction(({ tx }) => selectUnsentPayments(tx));
  let held = 0;
  for (const { id, payeeName, payerName } of payments)
    held += await transaction(async (ctx) => {
      const hits = await screenNames(ctx, { payee: payeeName, payer: payerName });
      if (hits.length === 0) return 0;
      // With its first hit the payment needs two people of compliance, so an approval before the hit is void.
      if ((await selectHits(ctx.tx, [id])).length === 0) await deleteOpenDecision(ctx.tx, id);
      await recordScreeningHits(ctx, id, hits);
      const payment = await findReviewedPayment(ctx.tx, id);
      if (payment?.state !== 'ready') return 0;
      await decidePayment(ctx, id, {
        ...(await buildInReviewDecision(ctx, id)),
        reason: defaultText('payment_extra_checks'),
      });
      return 1;
    });
  await transaction((ctx) =>
    audit(ctx, 'screening.payments_rescreened', `screening-list:${version}`, { payments: payments.length, held }),
  );
};
