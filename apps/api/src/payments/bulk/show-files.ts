import type { contract } from '@larkmere/contract/contract';
import { rowsPerPage } from '@larkmere/contract/payments/bulk';
import { BulkCurrency, type BulkRequiredFields } from '@larkmere/contract/payments/bulk-required-fields';
import { defaultText, formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import type { Tx } from '../../platform/db/db.ts';
import type { CustomerCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { findRequiredFieldsByCurrency } from '../pricing/pricing.ts';
import { countRows, selectRows } from './bulk.read.ts';
import { requireOwnFile, selectOwnFiles } from './bulk.sql.ts';
import { viewFile, viewFiles, viewRow } from './bulk.view.ts';
import { templateColumns } from './columns.ts';
import { findRowPrices } from './conversion.ts';
import { toCsv } from './parse-file.ts';
import { isOpen } from './row-questions.ts';

export const listFiles: Verb<typeof contract.bulkPayment.list> = async (ctx) =>
  viewFiles(ctx, await selectOwnFiles(ctx.tx, ctx.actor));

export const getFile: Verb<typeof contract.bulkPayment.view> = async (ctx, { uid }) => viewFile(ctx, uid);

export const listRows: Verb<typeof contract.bulkPayment.rows> = async (ctx, { uid, state, page = 1 }) => {
  const { id } = await requireOwnFile(ctx, uid);
  const counts = (await countRows(ctx.tx, [id])).filter((each) => !state || each.state === state);
  const count = counts.reduce((all, each) => all + each.count, 0);
  const rows = await selectRows(ctx.tx, id, { state, first: (page - 1) * rowsPerPage, most: rowsPerPage });
  const asks = await loadRequiredFields(ctx.tx);
  const prices = await findRowPrices(ctx, id, rows);
  return {
    rows: rows.map((row) => viewRow(row, prices.get(row.id))),
    count,
    pages: Math.max(1, Math.ceil(count / rowsPerPage)),
    requiredFields: asks,
  };
};

async function loadRequiredFields(tx: Tx): Promise<BulkRequiredFields> {
  const fields = await findRequiredFieldsByCurrency(tx, BulkCurrency.options);
  return { GBP: fields.get('GBP') ?? [], EUR: fields.get('EUR') ?? [], THB: fields.get('THB') ?? [] };
}

const unpaidStates = ['faulty', 'doubtful', 'left_out', 'refused'];
const allRows = { state: undefined, first: 0, most: 10_000 };

export const exportFaultReport: Workflow<typeof contract.bulkPayment.faultReport> = (steps, { uid }) =>
  steps.transaction((ctx) => createReport(ctx, uid));

async function createReport(ctx: CustomerCtx, uid: string): Promise<File> {
  const { id, name } = await requireOwnFile(ctx, uid);
  const rows = (await selectRows(ctx.tx, id, allRows)).filter(({ state }) => unpaidStates.includes(state));
  const given = rows.map((row) => row.given);
  const columns = [...new Set(given.flatMap((texts) => Object.keys(texts)))];
  const lines = rows.map((row, i) => {
    const faults = row.faults.map(({ reason }) => formatMessage(defaultLanguage, reason));
    const questions = row.questions.filter(isOpen).map(({ reason }) => formatMessage(defaultLanguage, reason));
    const problem = row.refusal ?? describeProblem(row.state, [...faults, ...questions]);
    return [String(row.number), ...columns.map((column) => given[i]?.[column] ?? ''), problem];
  });
  const text = toCsv([['row', ...columns, 'problem'], ...lines]);
  return new File([text], defaultText('bulk_not_paid_file', { fileName: name.replace(/\.[^.]*$/, '') }), {
    type: 'text/csv; charset=utf-8',
  });
}

const describeProblem = (state: string, faults: readonly string[]): string =>
  state === 'left_out'
    ? defaultText('bulk_row_left_out')
    : state === 'doubtful' && faults.length === 0
      ? defaultText('bulk_row_close_match')
      : faults.join(' ');

export const downloadTemplate: Workflow<typeof contract.bulkPayment.template> = async () =>
  new File([toCsv([templateColumns])], 'payments.csv', { type: 'text/csv; charset=utf-8' });
