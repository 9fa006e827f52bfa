import type { contract } from '@larkmere/contract/contract';
import type { PaymentScheme, PaymentView } from '@larkmere/contract/payments/payment';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import type { RestFrom } from '@larkmere/contract/payments/rest-from';
import type { SupportingDocuments } from '@larkmere/contract/payments/supporting-documents';
import type { PaymentPurpose } from '@larkmere/contract/purpose';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import {
  authorisedRest,
  initiatePayment,
  lockRest,
  type RestExchange,
  requirePayeeReference,
  viewInitiatedPayment,
} from '../initiation/initiation.ts';
import { domesticRoute, requireQuotedFee } from '../pricing/pricing.ts';

export type DomesticOrder = RegulatoryInformationInput &
  SupportingDocuments &
  Omit<PaymentPurpose, 'operation' | 'paymentIdempotency' | 'currency' | 'scheme' | 'restFrom'> &
  Readonly<{
    currency: 'GBP' | 'EUR' | 'THB';
    scheme?: PaymentScheme | undefined;
    endToEndId?: string | undefined;
    restFrom?: RestFrom | undefined;
    authorisation: string;
    idempotency: string;
    confirmDuplicate?: boolean | undefined;
  }>;

type Send = typeof contract.payment;

export const sendGbp: Verb<Send['sendGbp']> = (ctx, order) => sendDomestic(ctx, order);
export const sendIfxGbp: Verb<Send['sendIfxGbp']> = (ctx, order) => sendDomestic(ctx, order, 'ifx');
export const sendEur: Verb<Send['sendEur']> = (ctx, order) => sendDomestic(ctx, order);
export const sendIfxEur: Verb<Send['sendIfxEur']> = (ctx, order) => sendDomestic(ctx, order, 'ifx');
export const sendThb: Verb<Send['sendThb']> = (ctx, order) => sendDomestic(ctx, order);

export const sendPendingDomestic: Verb<Send['sendPendingDomestic']> = async (ctx, order) => {
  const reference = requirePayeeReference(order.currency, order.reference);
  const { scheme = 'auto', ...plain } = order;
  return sendDomestic(ctx, { ...plain, ...(order.currency === 'EUR' && { scheme }), reference });
};

/** The PIN authorisation covers exactly these figures and is redeemed in the same transaction. */
async function sendDomestic(
  ctx: CustomerCtx,
  order: DomesticOrder,
  route: 'direct' | 'ifx' = 'direct',
): Promise<PaymentView> {
  const { currency, scheme } = order;
  const amount = requirePositiveAmount(currency, order.amount);
  const { actor, tx } = ctx;
  const rest = await lockRest(ctx, order);
  const initiated = await initiatePayment(ctx, actor, {
    source: 'form',
    kind: 'domestic',
    route,
    ...(await domesticRoute(tx, { amount, tier: actor.userType, route, scheme })),
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeUid,
    payeeVersion: order.payeeVersion,
    amount,
    fee: requireQuotedFee(currency, order.fee),
    reference: order.reference,
    regulatoryInformation: order,
    attachments: order,
    scheme,
    executionDate: order.executionDate,
    draftUid: order.draftUid,
    newPayee: order.newPayee,
    rest,
    isDuplicateConfirmed: order.confirmDuplicate ?? false,
    authorisation: {
      token: order.authorisation,
      sessionId: actor.sessionId,
      purpose: authorisationPurposeOf(order, route, rest),
    },
  });
  return viewInitiatedPayment(ctx, initiated);
}

const operations = {
  direct: { GBP: 'payment.gbp', EUR: 'payment.eur', THB: 'payment.thb' },
  ifx: { GBP: 'payment.ifx.gbp', EUR: 'payment.ifx.eur', THB: 'payment.thb' },
} as const;

function authorisationPurposeOf(
  order: DomesticOrder,
  route: 'direct' | 'ifx',
  rest: RestExchange | undefined,
): PaymentPurpose {
  const { sourceBankholderId, payeeUid, payeeVersion, newPayee, amount, currency, fee, reference } = order;
  const { note, purposeCode, sourceOfFunds, relationship, endToEndId } = order;
  const { scheme, executionDate, draftUid } = order;
  return {
    operation: operations[route][currency],
    sourceBankholderId,
    payeeUid,
    payeeVersion,
    newPayee,
    amount,
    currency,
    fee,
    reference,
    note,
    purposeCode,
    sourceOfFunds,
    relationship,
    endToEndId,
    scheme,
    executionDate,
    draftUid,
    restFrom: authorisedRest(rest),
    paymentIdempotency: order.idempotency,
  };
}
