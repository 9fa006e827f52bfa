import type { RailName } from '@larkmere/contract/rail-name';
import { type Currency, money } from '@larkmere/money/money';
import { isoId } from '../kernel/iso-message.ts';
import type { Payment } from './payment.ts';
import type { RailAccount, RailAddress, RailOrder } from './rails/rail.ts';

/** Deterministic within one attempt. */
export const orderOf = (p: Payment): RailOrder => ({
  paymentId: p.id,
  messageId: isoId(p.attempt === 1 ? p.id : p.uetr),
  instructionId: p.instruction_id,
  endToEndId: p.end_to_end_id ?? p.instruction_id,
  uetr: p.uetr,
  scheme: p.rail as RailName,
  amount: money(p.currency as Currency, p.amount_minor),
  payer: partyOf(p.payer_name, p.payer_account, p.payer_address),
  payee: partyOf(p.payee_name, p.payee_account, p.payee_address),
  reference: p.payee_reference,
  ...(p.charge_bearer && { chargeBearer: p.charge_bearer as 'OUR' | 'SHA' | 'BEN' }),
  ...(p.purpose && { purpose: p.purpose }),
  ...(p.source_of_funds && { sourceOfFunds: p.source_of_funds }),
  ...(p.relationship && { relationship: p.relationship }),
  ...(p.answer_to_bank && { answer: p.answer_to_bank }),
  requestedAt: p.attempted_at ?? p.leaves_at ?? p.created_at,
});

const partyOf = (name: string, account: unknown, address: unknown): RailOrder['payer'] => ({
  name,
  account: account as RailAccount,
  ...(address !== null && { address: address as RailAddress }),
});
