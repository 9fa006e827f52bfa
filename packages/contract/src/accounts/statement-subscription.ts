import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { BankHolderId, CalendarDate, EmptyInput, Idempotency, NoContent } from '../platform/fields.ts';
import { StatementLayout } from './statement.ts';
import { ExportFormatName, ExportPresetName } from './statement-export.ts';

const accounts = z.array(BankHolderId).min(1).max(50);

const SubscriptionView = z
  .object({
    /** Null: all accounts that the person may use, also those that are opened later. */
    accounts: accounts.nullable(),
    format: ExportFormatName,
    layout: StatementLayout,
    preset: ExportPresetName.nullable(),
    /** The London day on which the next statement is made. */
    nextOn: CalendarDate,
  })
  .meta({ id: 'StatementSubscription' });
export type SubscriptionView = z.infer<typeof SubscriptionView>;

export const showSubscription = endpoint({
  method: 'GET',
  path: '/v1/statement/subscription',
  access: 'statement',
  about: 'The person’s monthly statements, or null if they are off.',
  input: EmptyInput,
  reply: SubscriptionView.nullable(),
  refusals: [],
});

export const subscribe = endpoint({
  method: 'PUT',
  path: '/v1/statement/subscription',
  access: 'statement',
  accountAction: 'export',
  movesNoMoney: true,
  about:
    'Turns monthly statements on or changes them. At the beginning of a month the month before is exported, and the person gets an e-mail with a link to this bank. Downloading needs the same confirmation as any export. They end when the person loses access, or no account is left open.',
  input: z.strictObject({
    accounts: accounts.nullable(),
    format: ExportFormatName,
    layout: StatementLayout.default('compact'),
    preset: ExportPresetName.optional(),
    idempotency: Idempotency,
  }),
  reply: SubscriptionView,
  refusals: ['not_found', 'validation_failed'],
});

export const unsubscribe = endpoint({
  method: 'DELETE',
  path: '/v1/statement/subscription',
  access: 'statement',
  movesNoMoney: true,
  about: 'Turns monthly statements off. What was made stays.',
  input: z.strictObject({ idempotency: Idempotency }),
  reply: NoContent,
  refusals: [],
});
