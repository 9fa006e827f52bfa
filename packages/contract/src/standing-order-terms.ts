import { z } from 'zod';
import { RateText } from './auto-fx.ts';
import { AmountText, BankHolderId, CurrencyCode, Day, Uid } from './fields.ts';
import { ChargeType } from './global-payment.ts';
import { PaymentBackground } from './payment-background.ts';

/** States of a standing order (product.md B10). The arrows between them: docs/standing-order.md. */
export const StandingOrderState = z
  .enum(['pending_approval', 'active', 'paused', 'completed', 'cancelled', 'blocked'])
  .meta({ id: 'StandingOrderState' });
export type StandingOrderState = z.infer<typeof StandingOrderState>;

/** States of one date of a standing order. */
export const OccurrenceState = z
  .enum(['upcoming', 'due', 'retrying', 'held_fx', 'paid', 'failed', 'skipped'])
  .meta({ id: 'OccurrenceState' });
export type OccurrenceState = z.infer<typeof OccurrenceState>;

/** `last_working_day` is that of each month. In a month without the day, the last one takes its place. */
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

/** What happens on a day on which the rail does not work; `exact` is for rails that work every day. */
export const NonWorkingDay = z.enum(['next', 'previous', 'exact']);
export type NonWorkingDay = z.infer<typeof NonWorkingDay>;

/** Until cancelled, no payment behind a day, or so many dates; a date that is skipped or fails counts, too. */
const End = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('never') }),
  z.strictObject({ kind: z.literal('date'), date: Day }),
  z.strictObject({ kind: z.literal('count'), count: z.int().min(1).max(1000) }),
]);

export const Reference = z.string().trim().min(1, 'Enter a reference').max(140);

export const OnBreach = z.enum(['hold_and_ask', 'pay_anyway', 'skip']);
export type OnBreach = z.infer<typeof OnBreach>;

/** How an order crosses from the currency of its account into that of its payee. */
export const StandingFx = z
  .strictObject({
    /** Whether the amount is what leaves the account, or what the payee is sent. */
    amountSide: z.enum(['sent', 'received']),
    /** The least that one unit of the account's currency has to buy, our margin inside; null for any rate. */
    floorRate: RateText.nullable(),
    /** What happens when it buys less. Nothing is ever paid above `most` without being asked for. */
    onBreach: OnBreach,
    /** With `received`: the most that may leave the account for one date, all fees inside. Null with `sent`. */
    most: AmountText.nullable(),
  })
  .meta({ id: 'StandingFx' });
export type StandingFx = z.infer<typeof StandingFx>;

/** Where what is missing for a date comes from: another account of theirs, exchanged where it has another currency, once for each date. */
const StandingTopUp = z
  .strictObject({
    from: BankHolderId,
    currency: CurrencyCode,
    /** The least that one unit of that currency has to buy of the account's, our margin inside; null for any rate, and where nothing is exchanged. */
    floorRate: RateText.nullable(),
  })
  .meta({ id: 'StandingTopUp' });

/** What the customer asks for; one PIN approves exactly these terms. */
export const StandingOrderTerms = z
  .strictObject({
    /** Said of each of its payments; the warning is the one that was read when these terms were set. */
    ...PaymentBackground,
    sourceBankholderId: BankHolderId,
    payeeUid: Uid,
    /** The payee as it was shown. A change of its details blocks the order until it is approved again. */
    payeeVersion: z.int().positive(),
    amount: AmountText,
    /** That of the amount: the account's with `sent`, the payee's otherwise. */
    currency: CurrencyCode,
    /** For an account of another currency than the payee's, and for no other. */
    fx: StandingFx.optional(),
    /** For a payee abroad, and for no other. */
    chargeType: ChargeType.optional(),
    topUp: StandingTopUp.optional(),
    reference: Reference,
    frequency: Frequency,
    /** The first date, tomorrow at the earliest. */
    startDate: Day,
    end: End,
    nonWorkingDay: NonWorkingDay,
    /** How many days before a payment we warn when there is too little money; 0 is never. */
    warnDaysBefore: z.int().min(0).max(7),
  })
  .meta({ id: 'StandingOrderTerms' });
export type StandingOrderTerms = z.infer<typeof StandingOrderTerms>;
