import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { AmountText } from '../platform/fields.ts';
import { RailName } from '../platform/rail-name.ts';

export const BankView = z
  .object({
    country: z.string().length(2),
    bankCode: z.string(),
    swift: z.string().nullable(),
    nameEn: z.string(),
    nameTh: z.string().nullable(),
    logo: z.string().nullable(),
    /** PromptPay limit of this Thai bank per payment; null if only the scheme's limit applies. */
    paymentLimitThb: AmountText.nullable(),
    rails: z.array(RailName),
  })
  .meta({ id: 'Bank' });
export type BankView = z.infer<typeof BankView>;

export const find = endpoint({
  method: 'GET',
  path: '/v1/wallet/bankname/{name}',
  access: 'customer',
  about: 'Banks whose name begins with what was typed, or has a word that does; twenty at most.',
  input: z.strictObject({
    name: z
      .string()
      .trim()
      .min(3, fieldMessage('search_too_short'))
      .max(60)
      .regex(/^[^\p{Cc}\p{Cf}]*$/u, fieldMessage('search_characters_invalid')),
  }),
  reply: z.array(BankView),
  refusals: [],
});

export const findByIdentifier = endpoint({
  method: 'GET',
  path: '/v1/payee/bank',
  access: 'payee',
  about:
    'The bank that an IBAN or a BIC names; null when the table does not know it, which says nothing about the account.',
  input: z.strictObject({ iban: z.string().max(42).optional(), bic: z.string().max(14).optional() }),
  reply: BankView.nullable(),
  refusals: [],
});
