import { z } from 'zod';
import type { AccountCheck } from './account-checks.ts';
import { CurrencyCode } from './fields.ts';
import { payeeTypes } from './payee-type.ts';

export const PayeeType = z.enum(payeeTypes);

/** Whom the question about a name goes to: the UK's scheme, the euro area's, or nobody. */
export const NameScheme = z.enum(['cop', 'vop', 'none']);

const checks = ['iban', 'bic', 'aba', 'clabe', 'thai-id'] as const satisfies readonly AccountCheck[];

/** One field of a payee as data: the web form is drawn from it, and both sides judge by it (`payee-field.ts`). */
export const PayeeField = z
  .object({
    /** `name`, `nickname` and `defaultReference` are the payee's own; every other key is one of its `details`. */
    key: z.string(),
    label: z.string(),
    hint: z.string().nullable(),
    example: z.string().nullable(),
    inputType: z.enum(['text', 'select', 'country', 'phone']),
    required: z.boolean(),
    minLength: z.int(),
    maxLength: z.int(),
    /** A regular expression (with the u flag) for the cleaned text. */
    pattern: z.string().nullable(),
    check: z.enum(checks).nullable(),
    /** What is done to a typed text before it is judged and kept. */
    clean: z.enum(['text', 'digits', 'code', 'thai-mobile']),
    /** Zeros are put in front up to this length. */
    padTo: z.int().nullable(),
    /** What the input lets through while typing; letters with accents become plain ones where it has none. */
    filter: z
      .enum(['alnum', 'alnum-hyphen', 'alnum-thai', 'digits', 'sortcode', 'english', 'latin', 'latin-plain'])
      .nullable(),
    options: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
    /** Other lengths get a word of warning and are taken all the same. */
    usualLengths: z.array(z.int()).nullable(),
    missing: z.string(),
    wrong: z.string(),
    /** Part of what tells this account from all others. */
    identifies: z.boolean(),
    /** Another value here changes the other fields: ask for the requirements again. */
    refreshOnChange: z.boolean(),
    /** Helps, and is never needed: folded away until somebody asks for it. */
    extra: z.boolean(),
  })
  .meta({ id: 'PayeeField' });
export type PayeeField = z.infer<typeof PayeeField>;

export const PayeeRequirements = z
  .object({
    type: PayeeType,
    title: z.string(),
    currency: CurrencyCode,
    nameCheck: NameScheme,
    fields: z.array(PayeeField),
  })
  .meta({ id: 'PayeeRequirements' });
export type PayeeRequirements = z.infer<typeof PayeeRequirements>;
