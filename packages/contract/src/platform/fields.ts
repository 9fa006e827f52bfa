import { fieldMessage } from '@larkmere/messages/message';
import { currencies } from '@larkmere/money/money';
import { z } from 'zod';
import { freeText } from './free-text.ts';

export const CurrencyCode = z.enum(currencies as [(typeof currencies)[number]]).meta({ id: 'Currency' });

/** A plain decimal such as `1250.00`. The handler parses it with its currency and refuses excess decimals. */
export const AmountText = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,8})?$/, fieldMessage('amount_format_invalid'))
  .meta({ id: 'Amount' });

export const PhoneText = z
  .string()
  .regex(/^\+\d{7,15}$/, fieldMessage('phone_invalid'))
  .meta({ id: 'Phone' });

export const MoneyView = z.object({ amount: z.string(), currency: CurrencyCode }).meta({ id: 'Money' });
export type MoneyView = z.infer<typeof MoneyView>;

/** A part of a fee that a campaign adds, or with a minus takes off. */
export const FeeLine = z.object({ label: z.string(), amount: MoneyView }).meta({ id: 'FeeLine' });
export type FeeLine = z.infer<typeof FeeLine>;

/** Upper-case UUIDs are accepted, but compared, stored and authorised in lower case. */
export const Uid = z.uuid().toLowerCase();

/** Created by the caller before the first attempt and reused until a definite answer. */
export const Idempotency = Uid.meta({ id: 'Idempotency' });

export const OptionalIdempotency = { idempotency: Idempotency.optional() };

/** Returned by PIN verification for one purpose: valid once and for exactly that operation. */
export const PinAuthorisation = z.string().min(20).max(100);

export const UidInput = z.strictObject({ uid: Uid, idempotency: Idempotency });

export const BankHolderId = z.string().regex(/^\d{6,10}$/, fieldMessage('account_invalid'));
/** Years outside this range are typing errors, and PostgreSQL cannot store some of them. */
export const isSensibleYear = (text: string): boolean => text >= '1900' && text < '3000';
const yearError = fieldMessage('year_out_of_range');

export const Moment = z.iso.datetime().refine(isSensibleYear, yearError).meta({ id: 'Moment' });
export const CalendarDate = z.iso.date().refine(isSensibleYear, yearError);

export const EmptyInput = z.strictObject({});
export const NoContent = z.null();

/** The rejected draft that this payment replaces. */
export const DraftUid = Uid.optional();

/** An object with one property per name. A record would lose the property names in OpenAPI. */
export const objectOf = <const Name extends string, Value extends z.ZodType>(names: readonly Name[], value: Value) =>
  z.object(Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>);

/** Exact rate with twelve significant digits; the UI displays four decimals. */
export const RateText = z.string().meta({ id: 'Rate' });

export const PaymentReference = freeText()
  .min(1, fieldMessage('reference_required'))
  .max(18, fieldMessage('reference_characters_too_many'))
  .regex(/^[A-Za-z0-9 -]+$/, fieldMessage('reference_characters_invalid'));
