import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { RateInput } from '../fx/auto-fx.ts';
import { AmountText, BankHolderId, CalendarDate, CurrencyCode, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { ChargeType } from './international.ts';
import { RegulatoryInformationInput } from './regulatory-information.ts';

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
const EndCondition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('never') }),
  z.strictObject({ kind: z.literal('date'), date: CalendarDate }),
  z.strictObject({ kind: z.literal('count'), count: z.int().min(1).max(1000) }),
]);

export const Reference = freeText().min(1, fieldMessage('reference_required')).max(140);

export const OnBreach = z.enum(['hold_and_ask', 'pay_anyway', 'skip']);
export type OnBreach = z.infer<typeof OnBreach>;

export const StandingOrderFx = z
  .strictObject({
    amountSide: z.enum(['sent', 'received']),
    /** Minimum rate from the account's to the payee's currency, margin included; null for any rate. */
    floorRate: RateInput.nullable(),
    /** Applies below `floorRate`. Above `most` the customer is always asked. */
    onBreach: OnBreach,
    /** With `received`: maximum debit per date, fees included. Null with `sent`. */
    maxDebit: AmountText.nullable(),
  })
  .meta({ id: 'StandingOrderFx' });
export type StandingOrderFx = z.infer<typeof StandingOrderFx>;

const StandingOrderTopUp = z
  .strictObject({
    from: BankHolderId,
    currency: CurrencyCode,
    floorRate: RateInput.nullable(),
  })
  .meta({ id: 'StandingOrderTopUp' });

export const StandingOrderTerms = z
  .strictObject({
    ...RegulatoryInformationInput,
    sourceBankholderId: BankHolderId,
    payeeUid: Uid,
    /** If the payee's details change, the order is blocked until it is authorised again. */
    payeeVersion: z.int().positive(),
    amount: AmountText,
    /** The account's currency with `sent`, otherwise the payee's. */
    currency: CurrencyCode,
    fx: StandingOrderFx.optional(),
    chargeType: ChargeType.optional(),
    topUp: StandingOrderTopUp.optional(),
    reference: Reference,
    frequency: Frequency,
    startDate: CalendarDate,
    end: EndCondition,
    nonWorkingDay: NonWorkingDay,
    warnDaysBefore: z.int().min(0).max(7),
  })
  .meta({ id: 'StandingOrderTerms' });
export type StandingOrderTerms = z.infer<typeof StandingOrderTerms>;
