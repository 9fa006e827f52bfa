import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { BankHolderId, CalendarDate, EmptyInput, Idempotency, PinAuthorisation } from '../platform/fields.ts';
import { ExportView } from './statement-export.ts';

const ClosingPackView = z
  .object({
    /** What a confirmation of the next pack is about: PIN and second factor confirm an export of these as `pdf`. */
    accounts: z.array(BankHolderId),
    from: CalendarDate,
    to: CalendarDate,
    latest: ExportView.nullable(),
  })
  .meta({ id: 'ClosingPack' });
export type ClosingPackView = z.infer<typeof ClosingPackView>;

export const showClosingPack = endpoint({
  method: 'GET',
  path: '/v1/statement/closing-pack',
  access: 'statement',
  background: true,
  about: 'The latest archive of all records, and what the next one would contain. For owners.',
  input: EmptyInput,
  reply: ClosingPackView,
  refusals: ['access_denied'],
});

export const requestClosingPack = endpoint({
  method: 'POST',
  path: '/v1/statement/closing-pack',
  access: 'statement',
  accountAction: 'export',
  movesNoMoney: true,
  about:
    'Asks for all records as one ZIP, for an owner who leaves: statements of all accounts since they were opened as PDF and CSV, confirmations of accounts and balances, the fees of each year, and the payees as CSV. It is prepared in the background and can be downloaded for five years, also after the account has closed.',
  input: z.strictObject({ authorisation: PinAuthorisation.optional(), idempotency: Idempotency }),
  reply: ExportView,
  refusals: ['access_denied', 'not_found', 'authorisation_required', 'authorisation_invalid', 'statement_unbalanced'],
});
