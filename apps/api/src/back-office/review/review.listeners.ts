import { defaultText } from '@larkmere/messages/format-message';
import { documentReceived, documentRefused } from '../../checks/document/document.ts';
import { recordScreeningHits, sanctionsListImported, screenNames } from '../../checks/screening/screening.ts';
import { decidePayment } from '../../payments/payment/payment.ts';
import {
  type ExternalHandler,
  externalHandler,
  type Subscription,
  transactionalHandler,
} from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import { buildInReviewDecision } from './decide-reviewed-payment.ts';
import { onDocumentReceived, onDocumentRefused } from './request-information.ts';
import { findReviewedPayment, selectHits, selectPartiesAfter, selectUnsentPayments } from './review.read.ts';
import { deleteOpenDecision } from './review.sql.ts';
import { insertSanctionsAlerts } from './sanctions-alert.sql.ts';

type ListImportedEvent = NonNullable<(typeof sanctionsListImported)['payload']>;

const pageSize = 100;

/** A name that was cleared for the same entry is not found again. Idempotent, in transactions of limited size. */
export const rescreenNames: ExternalHandler<ListImportedEvent> = async ({ transaction }, { payload: { version } }) => {
  let [names, found] = [0, 0];
  for (const subject of ['payee', 'customer'] as const) {
    let last: string | undefined;
    do {
      const page = await transaction(async (ctx) => {
        const bearers = await selectPartiesAfter(ctx.tx, subject, last, pageSize);
        for (const bearer of bearers)
          found += await insertSanctionsAlerts(
            ctx.tx,
            bearer,
            await screenNames(ctx, { payee: bearer.name, payer: '' }),
          );
        return bearers;
      });
      names += page.length;
      last = page.length === pageSize ? page.at(-1)?.id : undefined;
    } while (last !== undefined);
  }
  await transaction((ctx) => audit(ctx, 'screening.names_rescreened', `screening-list:${version}`, { names, found }));
};

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

export const reviewListeners: readonly Subscription[] = [
  transactionalHandler(documentRefused, 'review-document-refused', onDocumentRefused),
  transactionalHandler(documentReceived, 'review-document-received', onDocumentReceived),
  externalHandler(sanctionsListImported, 'rescreen-payments', rescreenPayments),
  externalHandler(sanctionsListImported, 'rescreen-names', rescreenNames),
];
