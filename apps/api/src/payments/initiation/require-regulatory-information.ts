import type { RegulatoryField } from '@larkmere/contract/payments/regulatory-codes';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import { message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { type Payee, requireOwnPayee } from '../../payees/payee/payee.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { OwnerCtx } from '../../platform/requests/verb.ts';
import { findRequiredFields, findRequiredFieldsByCurrency } from '../pricing/pricing.ts';
import { type PaymentOrder, regulatoryInformationOf } from './payment-order.ts';

const missingFieldCodes = {
  purposeCode: 'purpose_required',
  relationship: 'relationship_required',
  sourceOfFunds: 'source_of_funds_required',
} as const satisfies Record<RegulatoryField, string>;

export async function requireRegulatoryInformation(tx: Tx, order: PaymentOrder, payee: Payee): Promise<void> {
  if (!('authorisation' in order)) return; // nobody is present to answer
  const { rail, amount } = order;
  const required = await findRequiredFields(tx, { rail, currency: amount.currency });
  refuseMissingFields(required, regulatoryInformationOf(order), payee);
}

type RecurringTerms = RegulatoryInformationInput & Readonly<{ currency: Currency; abroad: boolean; payeeUid: string }>;

export async function requireRecurringRegulatoryInformation(ctx: OwnerCtx, order: RecurringTerms): Promise<void> {
  const asks = (await findRequiredFieldsByCurrency(ctx.tx, [order.currency], order.abroad)).get(order.currency) ?? [];
  if (asks.length > 0) refuseMissingFields(asks, order, await requireOwnPayee(ctx, order.payeeUid));
}

/** What was not said is taken from the payee. */
export const completeRegulatoryInformation = (
  { purposeCode, relationship, sourceOfFunds }: RegulatoryInformationInput,
  { details, ownAccount }: Payee,
) => ({
  purposeCode: purposeCode ?? details.purpose,
  relationship: relationship ?? details.relationship ?? (ownAccount ? 'own_account' : undefined),
  sourceOfFunds,
});

function refuseMissingFields(
  asks: readonly RegulatoryField[],
  information: RegulatoryInformationInput,
  payee: Payee,
): void {
  const known = completeRegulatoryInformation(information, payee);
  const errors = asks
    .filter((field) => !known[field])
    .map((field) => ({ field, code: 'required' as const, reason: message(missingFieldCodes[field]) }));
  if (errors.length > 0) throw new Refusal('regulatory_information_missing', { errors });
}
