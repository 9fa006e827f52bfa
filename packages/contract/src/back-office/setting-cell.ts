import { message } from '@larkmere/messages/message';
import { currencies } from '@larkmere/money/money';
import { z } from 'zod';
import { AmountText, CalendarDate, CurrencyCode } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import type { SheetColumn } from './setting-sheets.ts';

const timeOfWeek = z.string().regex(/^(Sun|Mon|Tue|Wed|Thu|Fri|Sat) ([01]\d|2[0-3]):[0-5]\d$/);
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const shortText = (max = 300) => freeText().min(1).max(max);
const pair = z.string().regex(new RegExp(`^(${currencies.join('|')})/(${currencies.join('|')})$`));

const isTimezone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone }).format().length > 0;
  } catch {
    return false;
  }
};

const decimalText = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/);
const decimalWithin = ({ min, max }: Readonly<{ min: number; max: number }>) =>
  decimalText.refine((text) => Number(text) >= min && Number(text) <= max, {
    params: { reason: message('figure_between', { min, max }) },
  });
const holidays = z
  .array(z.strictObject({ date: z.iso.date(), pairs: z.array(pair).min(1).max(100).exactOptional() }))
  .max(400);

/** A refusal names both bounds. */
const figure = ({ min, max }: Readonly<{ min: number; max: number }>) =>
  z
    .int()
    .refine((value) => value >= min && value <= max, { params: { reason: message('figure_between', { min, max }) } })
    .meta({ minimum: min, maximum: max });

/** What is stored may be older than a bound, so only what is proposed must keep it. */
export function cellSchema(column: SheetColumn, isProposal: boolean): z.ZodType {
  const bounded = 'min' in column && isProposal ? figure(column) : z.int();
  switch (column.kind) {
    case 'amount':
      return AmountText;
    case 'optionalAmount':
      return AmountText.nullable();
    case 'currency':
      return CurrencyCode;
    case 'optionalCurrency':
      return CurrencyCode.nullable();
    case 'code':
      return z.string().regex(/^[A-Z0-9-]{2,30}$/);
    case 'decimal':
      return isProposal ? decimalWithin(column) : decimalText;
    case 'optionalDate':
      return CalendarDate.nullable();
    case 'country':
      return z.string().regex(/^[A-Z]{2}$/);
    case 'text':
      return shortText(column.max);
    case 'timezone':
      return z.string().max(60).refine(isTimezone);
    case 'flag':
      return z.boolean();
    case 'minute':
      return z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);
    case 'windows':
      return z.array(z.strictObject({ from: timeOfWeek, to: timeOfWeek })).max(14);
    case 'holidays':
      return holidays;
    case 'count':
    case 'bps':
      return bounded;
    case 'optionalCount':
      return bounded.nullable();
    case 'counts':
      return z.array(bounded).max(30);
    case 'choice':
      return z.enum(column.choices as [string]);
    case 'optionalChoice':
      return z.enum(column.choices as [string]).nullable();
    case 'choices':
      return z.array(z.enum(column.choices as [string])).max(column.choices.length);
    case 'date':
      return CalendarDate;
    case 'time':
      return clockTime;
    case 'times':
      return z.array(clockTime).max(24);
    case 'documents':
      return z
        .array(z.enum(column.choices as [string]))
        .min(1)
        .nullable();
  }
}
