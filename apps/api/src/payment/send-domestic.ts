import type { PaymentScheme, PaymentView } from '@larkmere/contract/payment';
import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { PaymentEvidence } from '@larkmere/contract/payment-evidence';
import type { PaymentPurpose } from '@larkmere/contract/pin';
import { requireAmount } from '../kernel/amount.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { requireApproval } from '../pin/pin.ts';
import { makePayment } from './payment.ts';
import { requireFee } from './price.ts';
import { wayOf } from './way.ts';

export type DomesticOrder = PaymentBackground &
  PaymentEvidence &
  Omit<PaymentPurpose, 'operation' | 'paymentIdempotency' | 'currency' | 'scheme'> &
  Readonly<{
    currency: 'GBP' | 'EUR' | 'THB';
    scheme?: PaymentScheme | undefined;
    endToEndId?: string | undefined;
    approval: string;
    idempotency: string;
    confirmDuplicate?: boolean | undefined;
  }>;

/** The PIN authorisation covers exactly these figures and is redeemed in the same transaction. */
export async function sendDomestic(
  ctx: CustomerCtx,
  order: DomesticOrder,
  route: 'direct' | 'ifx' = 'direct',
): Promise<PaymentView> {
  const { currency, scheme } = order;
  const amount = requireAmount(currency, order.amount);
  const { actor, tx } = ctx;
  return makePayment(ctx, actor, {
    kind: 'domestic',
    route,
    ...(await wayOf(tx, { amount, tier: actor.userType, route, scheme })),
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeUid,
    payeeVersion: order.payeeVersion,
    amount,
    fee: requireFee(currency, order.fee),
    reference: order.reference,
    said: order,
    brings: order,
    ...(scheme && { scheme }),
    executionDate: order.executionDate,
    draftUid: order.draftUid,
    confirmDuplicate: order.confirmDuplicate,
    approve: () => requireApproval(ctx, order.approval, purposeOf(order, route)),
  });
}

const operations = {
  direct: { GBP: 'payment.gbp', EUR: 'payment.eur', THB: 'payment.thb' },
  ifx: { GBP: 'payment.ifx.gbp', EUR: 'payment.ifx.eur', THB: 'payment.thb' },
} as const;

function purposeOf(order: DomesticOrder, route: 'direct' | 'ifx'): PaymentPurpose {
  const { sourceBankholderId, payeeUid, payeeVersion, amount, currency, fee, reference } = order;
  const { note, purposeCode, sourceOfFunds, relationship, endToEndId } = order;
  const { scheme, executionDate, draftUid } = order;
  return {
    operation: operations[route][currency],
    sourceBankholderId,
    payeeUid,
    payeeVersion,
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
    paymentIdempotency: order.idempotency,
  };
}
