import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  BankHolderId,
  CalendarDate,
  CurrencyCode,
  EmptyInput,
  Idempotency,
  Moment,
  PinAuthorisation,
  Uid,
} from '../platform/fields.ts';
import { exportFormats, exportPresets } from './export-presets.ts';
import { StatementLayout } from './statement.ts';

export const ExportFormatName = z.enum(exportFormats).meta({ id: 'ExportFormat' });
export const ExportPresetName = z.enum(exportPresets).meta({ id: 'ExportPreset' });

/** The operation that a PIN confirms. Nothing is moved, so the amount is zero. */
export const StatementExportPurpose = z.strictObject({
  operation: z.literal('statement.export'),
  accounts: z.array(BankHolderId).min(1).max(50),
  from: CalendarDate,
  to: CalendarDate,
  format: ExportFormatName,
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});

/** `monthly`: made by the subscription of the person. `closing_pack`: all records of the customer. */
export const ExportKind = z.enum(['statement', 'monthly', 'closing_pack']);
export type ExportKind = z.infer<typeof ExportKind>;

const layout = StatementLayout.default('compact');

export const ExportView = z
  .object({
    uid: Uid,
    state: z.enum(['preparing', 'ready', 'failed', 'expired']),
    /** What `/v1/session/ticket` issues a one-use ticket for. Null unless it is ready. */
    file: z.string().nullable(),
    accounts: z.array(BankHolderId),
    from: CalendarDate,
    to: CalendarDate,
    format: ExportFormatName,
    layout: StatementLayout,
    preset: ExportPresetName.nullable(),
    kind: ExportKind,
    /** The download must be asked for again, with PIN and second factor. */
    needsConfirmation: z.boolean(),
    rows: z.int(),
    /** Whole percent of the rows that are written, for one that is prepared in the background. */
    progress: z.int(),
    requestedBy: z.string(),
    requestedAt: Moment,
    expiresAt: Moment.nullable(),
  })
  .meta({ id: 'StatementExport' });
export type ExportView = z.infer<typeof ExportView>;

export const previewExport = endpoint({
  method: 'GET',
  path: '/v1/statement/export/preview',
  access: 'statement',
  background: true,
  about:
    'What an export would contain: its rows, whether the PIN and second factor must confirm it, and whether it is prepared in the background.',
  input: z.strictObject({
    accounts: z.string().regex(/^\d{6,10}(,\d{6,10}){0,49}$/, fieldMessage('account_invalid')),
    from: CalendarDate,
    to: CalendarDate,
    format: ExportFormatName,
    layout,
  }),
  reply: z.object({
    rows: z.int(),
    needsConfirmation: z.boolean(),
    inBackground: z.boolean(),
    /** Most rows that the format carries per account, where there is such a limit and it is exceeded. */
    rowLimit: z.int().nullable(),
  }),
  refusals: ['not_found', 'validation_failed'],
});

export const createExport = endpoint({
  method: 'POST',
  path: '/v1/statement/export',
  access: 'statement',
  serviceKey: 'statement',
  accountAction: 'export',
  movesNoMoney: true,
  about:
    'Asks for statements of one or more accounts as a file; more than one account comes as a ZIP. Download it with a one-use ticket of `/v1/session/ticket` for `file`. Up to 24 months are ready at once, within ten minutes; a longer range is prepared in the background and kept for seven days. A range that begins more than 90 days ago, and the first export of a person in 90 days, need the authorisation of PIN and second factor.',
  input: z.strictObject({
    accounts: z.array(BankHolderId).min(1).max(50),
    from: CalendarDate,
    to: CalendarDate,
    format: ExportFormatName,
    layout,
    preset: ExportPresetName.optional(),
    authorisation: PinAuthorisation.optional(),
    idempotency: Idempotency,
  }),
  reply: ExportView,
  refusals: [
    'not_found',
    'validation_failed',
    'authorisation_required',
    'authorisation_invalid',
    'statement_too_long',
    'statement_unbalanced',
    'service_off',
  ],
});

export const listExports = endpoint({
  method: 'GET',
  path: '/v1/statement/export',
  access: 'statement',
  background: true,
  about:
    'The latest exports of the customer, newest first: who, when, which range and format, and what is being prepared.',
  input: EmptyInput,
  reply: z.object({ list: z.array(ExportView) }),
  refusals: [],
});

const fileRefusals = [
  'not_found',
  'validation_failed',
  'authorisation_required',
  'statement_too_long',
  'statement_unbalanced',
] as const;
const aboutFile =
  'The statement as a file to be saved. `token` is a one-use ticket of `/v1/session/ticket`, never a session’s token. A range that needs a confirmation is asked for at `/v1/statement/export` first, and then opens here for ten minutes.';

const fileInput = {
  from: CalendarDate,
  to: CalendarDate,
  layout,
  preset: ExportPresetName.optional(),
  token: z.string().max(100),
};

export const walletExportPdf = endpoint({
  method: 'GET',
  path: '/v1/wallet/{id}/statement/export/pdf',
  access: 'statement',
  downloadTokenParameter: 'token',
  about: `${aboutFile} PDF.`,
  input: z.strictObject({ id: BankHolderId, ...fileInput }),
  reply: z.file(),
  refusals: fileRefusals,
});

export const walletExport = endpoint({
  method: 'GET',
  path: '/v1/wallet/{id}/statement/export/{format}',
  access: 'statement',
  downloadTokenParameter: 'token',
  about: aboutFile,
  input: z.strictObject({ id: BankHolderId, format: ExportFormatName, ...fileInput }),
  reply: z.file(),
  refusals: fileRefusals,
});

export const accountExport = endpoint({
  method: 'GET',
  path: '/v1/bankaccount/{bankholderid}/statement/export/{format}',
  access: 'statement',
  downloadTokenParameter: 'token',
  about: aboutFile,
  input: z.strictObject({ bankholderid: BankHolderId, format: ExportFormatName, ...fileInput }),
  reply: z.file(),
  refusals: fileRefusals,
});

export const downloadExport = endpoint({
  method: 'GET',
  path: '/v1/statement/export/{uid}/file',
  access: 'statement',
  downloadTokenParameter: 'token',
  about:
    'Several accounts as one ZIP, or what was prepared in the background. A monthly statement and a closing pack need a confirmed export of the person in the last 90 days.',
  input: z.strictObject({ uid: Uid, token: z.string().max(100) }),
  reply: z.file(),
  refusals: ['not_found', 'authorisation_required', 'statement_unbalanced'],
});
