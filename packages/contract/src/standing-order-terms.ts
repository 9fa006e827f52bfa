import { z } from 'zod';
import { RateText } from './auto-fx.ts';
import { AmountText, BankHolderId, CurrencyCode, Day, Uid } from './fields.ts';
import { ChargeType } from './global-payment.ts';
import { PaymentBackground } from './payment-background.ts';

export const StandingOrderState = z
  .enum(['pending_approval', 'active', 'paused', 'completed', 'cancelled', 'blocked'])
  .meta({ id: 'StandingOrderState' });
export type StandingOrderState = z.infer<typeof StandingOrderState>;

export const OccurrenceState = z
  .enum(['upcoming', 'due', 'retrying', 'held_fx', 'paid', 'failed', 'skipped'])
  .meta({ id: 'OccurrenceState' });
export type OccurrenceState = z.infer<typeof OccurrenceState>;

/** A month without the start day uses its last day. */
export const Frequency = z.enum([
  'weekly',
  'fortnightly',
  'four_weekly',
  'monthly',
  'last_working_day',
  'quarterly',
  'yearly',
]);
export type Frequency = z.infer<typeof Frequency>;

export const NonWorkingDay = z.enum(['next', 'previous', 'exact']);
export type NonWorkingDay = z.infer<typeof NonWorkingDay>;

/** `date`: the last possible payment date; `count`: number of dates, skipped and failed ones included. */
const End = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('never') }),
  z.strictObject({ kind: z.literal('date'), date: Day }),
  z.strictObject({ kind: z.literal('count'), count: z.int().min(1).max(1000) }),
]);

export const Reference = z.string().trim().min(1, 'Enter a reference').max(140);

export const OnBreach = z.enum(['hold_and_ask', 'pay_anyway', 'skip']);
export type OnBreach = z.infer<typeof OnBreach>;

export const StandingFx = z
  .strictObject({
    amountSide: z.enum(['sent', 'received']),
    /** Minimum rate from the account's to the payee's currency, margin included; null for any rate. */
    floorRate: RateText.nullable(),
    /** Applies below `floorRate`. Above `most` the customer is always asked. */
    onBreach: OnBreach,
    /** With `received`: maximum debit per date, fees included. Null with `sent`. */
    most: AmountText.nullable(),
  })
  .meta({ id: 'StandingFx' });
export type StandingFx = z.infer<typeof StandingFx>;

const StandingTopUp = z
  .strictObject({
    from: BankHolderId,
    currency: CurrencyCode,
    floorRate: RateText.nullable(),
  })
  .meta({ id: 'StandingTopUp' });

export const StandingOrderTerms = z
  .strictObject({
    ...PaymentBackground,
    sourceBankholderId: BankHolderId,
    payeeUid: Uid,
    /** If the payee's details change, the order is blocked until it is authorised again. */
    payeeVersion: z.int().positive(),
    amount: AmountText,
    /** The account's currency with `sent`, otherwise the payee's. */
    currency: CurrencyCode,
    fx: StandingFx.optional(),
    chargeType: ChargeType.optional(),
    topUp: StandingTopUp.optional(),
    reference: Reference,
    frequency: Frequency,
    startDate: Day,
    end: End,
    nonWorkingDay: NonWorkingDay,
    warnDaysBefore: z.int().min(0).max(7),
  })
  .meta({ id: 'StandingOrderTerms' });
export type StandingOrderTerms = z.infer<typeof StandingOrderTerms>;
