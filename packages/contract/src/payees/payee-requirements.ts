import { z } from 'zod';
import { CurrencyCode } from '../platform/fields.ts';
import type { AccountCheck } from '../reference/account-checks.ts';
import { payeeTypes } from './payee-type.ts';

export const PayeeType = z.enum(payeeTypes);

export const NameCheckScheme = z.enum(['cop', 'vop', 'promptpay', 'none']);

const accountCheckNames = ['iban', 'bic', 'aba', 'clabe', 'thai-id'] as const satisfies readonly AccountCheck[];

/** One payee field as data. The web form is built from it, and browser and server validate with `payee-field.ts`. */
export const PayeeField = z
  .object({
    /**
     * `name`, `nickname` and `defaultReference` are properties of the payee; every other key is an entry of `details`.
     */
    key: z.string(),
    label: z.string(),
    hint: z.string().nullable(),
    example: z.string().nullable(),
    inputType: z.enum(['text', 'select', 'country', 'phone']),
    required: z.boolean(),
    minLength: z.int(),
    maxLength: z.int(),
    pattern: z.string().nullable(),
    check: z.enum(accountCheckNames).nullable(),
    clean: z.enum(['text', 'digits', 'code', 'phone', 'thai-mobile']),
    padTo: z.int().nullable(),
    /** Characters accepted while typing. Without a filter for accented letters, they are transliterated. */
    filter: z
      .enum(['alnum', 'alnum-hyphen', 'alnum-thai', 'digits', 'sortcode', 'english', 'latin', 'latin-plain'])
      .nullable(),
    options: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
    usualLengths: z.array(z.int()).nullable(),
    missing: z.string(),
    wrong: z.string(),
    identifies: z.boolean(),
    /** A change here changes the other fields: fetch the requirements again. */
    refreshOnChange: z.boolean(),
    extra: z.boolean(),
  })
  .meta({ id: 'PayeeField' });
export type PayeeField = z.infer<typeof PayeeField>;

export const PayeeRequirements = z
  .object({
    type: PayeeType,
    title: z.string(),
    currency: CurrencyCode,
    nameCheck: NameCheckScheme,
    fields: z.array(PayeeField),
  })
  .meta({ id: 'PayeeRequirements' });
export type PayeeRequirements = z.infer<typeof PayeeRequirements>;
