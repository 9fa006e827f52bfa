import { isDeepStrictEqual } from 'node:util';
import type { CardIssuerReport } from '@larkmere/contract/cards/card-issuer';
import type { contract } from '@larkmere/contract/contract';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { applyOrderReport } from '../issued-card/issued-card.ts';
import { applyPaymentReport } from './apply-report.ts';
import { findEventReport, insertEvent } from './card-payment.sql.ts';
import { applyDisputeReport } from './open-dispute.ts';
import { applySettlementReport } from './settle.ts';

/** A repeated or outdated event changes nothing, and is answered so that the processor stops sending it. */
export const receiveIssuerEvent: Verb<typeof contract.cardPayment.receiveEvent> = async (ctx, { eventId, report }) => {
  const stored = await findEventReport(ctx.tx, eventId);
  if (stored !== undefined && !isDeepStrictEqual(stored, report))
    return reportReusedEvent(ctx, eventId, { stored, report });
  const applied = await applyReport(ctx, report);
  const isNew = await insertEvent(ctx.tx, { eventId, ...subjectOf(report), report, isOutdated: !applied });
  return { applied: applied && isNew };
};

type Reports = Readonly<{ stored: object; report: CardIssuerReport }>;

/** The processor would send another report under the same id again and again, so staff decide which holds. */
async function reportReusedEvent(ctx: Ctx, eventId: string, { stored, report }: Reports): Promise<{ applied: false }> {
  await recordContradiction(ctx, `card-event:${eventId}`, {
    partner: 'card_processor',
    field: 'report',
    expected: JSON.stringify(stored),
    reported: JSON.stringify(report),
  });
  return { applied: false };
}

function applyReport(ctx: Ctx, report: CardIssuerReport): Promise<boolean> {
  switch (report.kind) {
    case 'payment':
      return applyPaymentReport(ctx, report);
    case 'order':
      return applyOrderReport(ctx, report);
    case 'dispute':
      return applyDisputeReport(ctx, report);
    case 'settlement':
      return applySettlementReport(ctx, report);
  }
}

function subjectOf(report: CardIssuerReport): Readonly<{ subject: string; sequence: number | null }> {
  switch (report.kind) {
    case 'payment':
      return { subject: report.paymentId, sequence: report.sequence };
    case 'order':
      return { subject: report.cardId, sequence: report.sequence };
    case 'dispute':
      return { subject: report.disputeId, sequence: report.sequence };
    case 'settlement':
      return { subject: report.settlementId, sequence: null };
  }
}
