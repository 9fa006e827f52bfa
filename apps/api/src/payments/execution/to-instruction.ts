import type { RailName } from '@larkmere/contract/platform/rail-name';
import { type Currency, money } from '@larkmere/money/money';
import { toIsoId } from '../../platform/iso20022/iso-message.ts';
import type { Payment } from '../payment/payment.ts';
import type { PaymentInstruction, RailAccount, RailAddress } from '../payment/rail.ts';

/** Deterministic within one attempt. */
export const toInstruction = (p: Payment): PaymentInstruction => ({
  paymentId: p.id,
  messageId: toIsoId(p.attempt === 1 ? p.id : p.uetr),
  instructionId: p.instruction_id,
  endToEndId: p.end_to_end_id ?? p.instruction_id,
  uetr: p.uetr,
  scheme: p.rail as RailName,
  amount: money(p.currency as Currency, p.amount_minor),
  payer: toRailParty(p.payer_name, p.payer_account, p.payer_address),
  payee: toRailParty(p.payee_name, p.payee_account, p.payee_address),
  reference: p.payee_reference,
  ...(p.charge_bearer && { chargeBearer: p.charge_bearer as 'OUR' | 'SHA' | 'BEN' }),
  ...(p.purpose && { purpose: p.purpose }),
  ...(p.source_of_funds && { sourceOfFunds: p.source_of_funds }),
  ...(p.relationship && { relationship: p.relationship }),
  ...(p.rfi_response && { rfiResponse: p.rfi_response }),
  requestedAt: p.resubmitted_at ?? p.execute_at ?? p.created_at,
});

const toRailParty = (name: string, account: unknown, address: unknown): PaymentInstruction['payer'] => ({
  name,
  account: account as RailAccount,
  ...(address !== null && { address: address as RailAddress }),
});
