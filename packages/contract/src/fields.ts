import { currencies } from '@larkmere/money/money';
import { z } from 'zod';

/** Wire fields that several nouns share. */
export const CurrencyCode = z.enum(currencies as [(typeof currencies)[number]]).meta({ id: 'Currency' });

/** A plain decimal such as `1250.00`; the verb reads it with its currency and refuses surplus decimals. */
export const AmountText = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,8})?$/, 'Enter an amount such as 1250.00')
  .meta({ id: 'Amount' });

/** A phone number in E.164: a plus, the country code and the number, without spaces. */
export const PhoneText = z
  .string()
  .regex(/^\+\d{7,15}$/, 'Enter a phone number with its country code, such as +442079460958')
  .meta({ id: 'Phone' });

/** An amount with its currency as the server states it; negative where money left. */
export const MoneyView = z.object({ amount: z.string(), currency: CurrencyCode }).meta({ id: 'Money' });
export type MoneyView = z.infer<typeof MoneyView>;

/** A UUID is the same in capitals: it is compared, stored and approved in lower case. */
export const Uid = z.uuid().toLowerCase();

/** Made by the caller before the first attempt and kept until a definite answer. */
export const Idempotency = Uid.meta({ id: 'Idempotency' });

/** Every write accepts a key. It is optional where a repeat is harmless. */
export const OptionalKey = { idempotency: Idempotency.optional() };

/** What the PIN pad answers for one purpose: good once, and for exactly what was shown. */
export const PinApproval = z.string().min(20).max(100);

/** One thing that something is done with. */
export const Named = z.strictObject({ uid: Uid, idempotency: Idempotency });

export const BankHolderId = z.string().regex(/^\d{6,10}$/, 'This is not an account id');
/** Years beyond these are slips of a keyboard, and some of them no database can hold. */
const isSensibleYear = (text: string): boolean => text >= '1900' && text < '3000';
const yearFault = 'The year is between 1900 and 2999';

export const Moment = z.iso.datetime().refine(isSensibleYear, yearFault).meta({ id: 'Moment' });
export const Day = z.iso.date().refine(isSensibleYear, yearFault);

export const Empty = z.strictObject({});
export const Nothing = z.null();

/** The payment that came back from colleagues, whose place this one takes: it goes once more, as it is wanted now. */
export const DraftUid = Uid.optional();

/** An object with a value for each of these names. OpenAPI describes each as a property, which it does not of a record. */
export const valueForEach = <const Name extends string, Value extends z.ZodType>(
  names: readonly Name[],
  value: Value,
) => z.object(Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>);
