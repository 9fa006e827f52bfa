import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { BankHolderId, CalendarDate, EmptyInput, Idempotency, Moment, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

export const letterKinds = [
  'account_ownership',
  'balance_confirmation',
  'fee_statement',
  'exchange_note',
  'statement',
] as const;
export const LetterKind = z.enum(letterKinds);
export type LetterKind = z.infer<typeof LetterKind>;

/** Four groups of four, as printed. Spaces, hyphens and lower case are accepted when it is checked. */
const LetterCode = z.string();

export const LetterView = z
  .object({ uid: Uid, kind: LetterKind, headline: z.string(), code: LetterCode, issuedAt: Moment })
  .meta({ id: 'Letter' });
export type LetterView = z.infer<typeof LetterView>;

const Section = z.object({
  heading: z.string(),
  rows: z.array(z.tuple([z.string(), z.string()])).optional(),
  table: z
    .object({
      columns: z.array(z.object({ label: z.string(), share: z.number(), align: z.enum(['left', 'right']).optional() })),
      rows: z.array(z.array(z.string())),
    })
    .optional(),
  paragraphs: z.array(z.string()).optional(),
});

/** All that a letter says, as it is printed. */
export const LetterContent = z
  .object({ title: z.string(), headline: z.string(), subline: z.string(), sections: z.array(Section) })
  .meta({ id: 'LetterContent' });
export type LetterContent = z.infer<typeof LetterContent>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/letter',
  access: 'statement',
  about: 'The letters issued in the last two years, newest first, at most 50.',
  input: EmptyInput,
  reply: z.array(LetterView),
  refusals: [],
});

export const issue = endpoint({
  method: 'POST',
  path: '/v1/letter',
  access: 'statement',
  movesNoMoney: true,
  accountAction: 'export',
  about:
    'Issues a letter about accounts: that they belong to the holder, their balances at the end of a day (`day`, by default today as of now), or the fees of a calendar year (`year`). The letter never changes afterwards.',
  input: z.strictObject({
    kind: LetterKind.exclude(['exchange_note', 'statement']),
    accounts: z.array(BankHolderId).min(1).max(30),
    day: CalendarDate.optional(),
    year: z.int().min(2000).max(2999).optional(),
    idempotency: Idempotency,
  }),
  reply: LetterView,
  refusals: ['not_found', 'validation_failed'],
});

export const issueExchangeNote = endpoint({
  method: 'POST',
  path: '/v1/letter/exchange',
  access: 'statement',
  movesNoMoney: true,
  accountAction: 'export',
  about: 'Issues the note of an exchange: amounts, rate, market rate, margin and fee.',
  input: z.strictObject({ uid: Uid, idempotency: Idempotency }),
  reply: LetterView,
  refusals: ['not_found'],
});

export const show = endpoint({
  method: 'GET',
  path: '/v1/letter/{uid}/pdf',
  access: 'statement',
  downloadTokenParameter: 'access_token',
  about: 'A letter as a PDF. `access_token` is a ticket of `/v1/session/ticket`, never a session’s token.',
  input: z.strictObject({ uid: Uid, access_token: z.string().max(100) }),
  reply: z.file(),
  refusals: ['not_found'],
});

export const verify = endpoint({
  method: 'GET',
  path: '/v1/letter/verify',
  access: 'public',
  about:
    'What the letter or statement with this code says, so that a reader can compare it with the paper. Null if there is no such letter.',
  input: z.strictObject({ code: freeText().min(1).max(40) }),
  reply: LetterContent.extend({ kind: LetterKind, issuedAt: Moment }).nullable(),
  refusals: [],
});
