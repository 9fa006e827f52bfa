import { z } from 'zod';
import { AmountText, BankHolderId, CurrencyCode, Day, Uid } from './fields.ts';

/** States of a standing order (product.md B10). The arrows between them: docs/standing-order.md. */
export const StandingOrderState = z
  .enum(['pending_approval', 'active', 'paused', 'completed', 'cancelled', 'blocked'])
  .meta({ id: 'StandingOrderState' });
export type StandingOrderState = z.infer<typeof StandingOrderState>;

/** States of one date of a standing order. */
export const OccurrenceState = z
  .enum(['upcoming', 'due', 'retrying', 'paid', 'failed', 'skipped'])
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

/** What the customer asks for; one PIN approves exactly these terms. */
export const StandingOrderTerms = z
  .strictObject({
    sourceBankholderId: BankHolderId,
    payeeUid: Uid,
    /** The payee as it was shown. A change of its details blocks the order until it is approved again. */
    payeeVersion: z.int().positive(),
    amount: AmountText,
    currency: CurrencyCode,
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
