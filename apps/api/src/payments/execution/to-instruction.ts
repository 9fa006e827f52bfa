import { money } from '@larkmere/money/money';
import { toIsoId } from '../../platform/iso20022/iso-message.ts';
import type { Payment } from '../payment/payment.ts';
import type { PaymentInstruction, RailAccount, RailAddress } from '../payment/rail.ts';

/** Deterministic within one attempt. */
export const toInstruction = (p: Payment): PaymentInstruction => ({
  paymentId: p.id,
  messageId: toIsoId(p.attempt === 1 ? p.id : p.uetr),
  instructionId: p.instructionId,
  endToEndId: p.endToEndId ?? p.instructionId,
  uetr: p.uetr,
  scheme: p.rail,
  amount: money(p.currency, p.amountMinor),
  payer: toRailParty(p.payerName, p.payerAccount, p.payerAddress),
  payee: toRailParty(p.payeeName, p.payeeAccount, p.payeeAddress),
  reference: p.payeeReference,
  ...(p.chargeBearer && { chargeBearer: p.chargeBearer }),
  ...(p.purpose && { purpose: p.purpose }),
  ...(p.sourceOfFunds && { sourceOfFunds: p.sourceOfFunds }),
  ...(p.relationship && { relationship: p.relationship }),
  ...(p.rfiResponse && { rfiResponse: p.rfiResponse }),
  requestedAt: p.resubmittedAt ?? p.executeAt ?? p.createdAt,
});

const toRailParty = (name: string, account: RailAccount, address: RailAddress | null): PaymentInstruction['payer'] => ({
  name,
  account,
  ...(address !== null && { address }),
});
