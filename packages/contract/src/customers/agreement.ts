import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CalendarDate, EmptyInput, Idempotency, Moment } from '../platform/fields.ts';

const DocumentHash = z.string().regex(/^[\da-f]{64}$/);
const Version = z.string().max(20);

const TermsView = z
  .object({
    version: Version,
    effectiveOn: CalendarDate,
    /** SHA-256 of the file that holds the text. */
    documentHash: DocumentHash,
    sections: z.array(z.object({ id: z.string(), title: z.string(), paragraphs: z.array(z.string()) })),
  })
  .meta({ id: 'Terms' });
export type TermsView = z.infer<typeof TermsView>;

export const showTerms = endpoint({
  method: 'GET',
  path: '/v1/document/terms',
  access: 'public',
  beforeKyc: true,
  about: 'The terms and conditions that apply today, with version, first day and hash.',
  input: EmptyInput,
  reply: TermsView,
  refusals: [],
});

export const downloadTerms = endpoint({
  method: 'GET',
  path: '/v1/document/terms/pdf',
  access: 'public',
  beforeKyc: true,
  about: 'The terms and conditions that apply today as a PDF.',
  input: EmptyInput,
  reply: z.file(),
  refusals: [],
});

export const decide = endpoint({
  method: 'POST',
  path: '/v1/agreement',
  access: 'customer',
  beforeKyc: true,
  about:
    'Accepts or declines the terms that apply today. Version and hash say which text was read; another text is refused. Until the user accepts, the calls of `callsBeforeAgreement` alone are allowed.',
  input: z.strictObject({
    version: Version,
    documentHash: DocumentHash,
    accepted: z.boolean(),
    idempotency: Idempotency,
  }),
  reply: z.object({ version: Version, accepted: z.boolean(), decidedAt: Moment, syncagreement: z.boolean() }),
  refusals: ['agreement_outdated'],
});
