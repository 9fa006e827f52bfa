import { UserType } from '@larkmere/contract/identity/session';
import { regulatoryFields } from '@larkmere/contract/payments/regulatory-codes';
import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { RailName } from '@larkmere/contract/platform/rail-name';
import { z } from 'zod';
import { defineSetting, minorUnits } from '../../platform/settings/setting.ts';

const railOfTier = { rail: RailName, currency: CurrencyCode, tier: UserType };

export const feeRule = defineSetting({
  table: 'payment.fee_rule',
  key: railOfTier,
  values: { feeMinor: minorUnits },
  area: 'prices',
});

export const limitRule = defineSetting({
  table: 'payment.limit_rule',
  key: railOfTier,
  values: { perPaymentMinor: minorUnits, perDayMinor: minorUnits },
});

/** Our fee if the payer bears the charges of intermediary banks (OUR), and the deduction to expect otherwise. */
export const chargeRule = defineSetting({
  table: 'payment.charge_rule',
  key: { currency: CurrencyCode },
  values: { ourFeeMinor: minorUnits, expectedMinor: minorUnits },
  area: 'prices',
});

/** The most a payee's account can receive in its first hours. No limit without a row. */
export const newPayeeLimit = defineSetting({
  table: 'payment.new_payee_limit',
  key: { currency: CurrencyCode },
  values: { limitMinor: minorUnits, hours: z.int().min(1).max(168) },
});

/** Information that the partner of a rail requires besides payer and payee. The requirements of all partners apply. */
export const regulatoryRequirement = defineSetting({
  table: 'payment.regulatory_requirement',
  key: { partner: z.string().min(1), rail: RailName, currency: CurrencyCode },
  values: { requiredFields: z.array(z.enum(regulatoryFields)) },
});
