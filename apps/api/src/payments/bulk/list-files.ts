import type { contract } from '@larkmere/contract/contract';
import { rowsPerPage } from '@larkmere/contract/payments/bulk';
import { BulkCurrency, type BulkRequiredFields } from '@larkmere/contract/payments/bulk-required-fields';
import type { Tx } from '../../platform/db/db.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { findRequiredFieldsByCurrency } from '../pricing/pricing.ts';
import { selectRows } from './bulk.read.ts';
import { countRows, selectOwnFiles } from './bulk.sql.ts';
import { viewFile, viewFiles, viewRow } from './bulk.view.ts';
import { requireOwnFile } from './own-file.ts';

export const listFiles: Verb<typeof contract.bulkPayment.list> = async (ctx) =>
  viewFiles(ctx, await selectOwnFiles(ctx.tx, ctx.actor));

export const getFile: Verb<typeof contract.bulkPayment.view> = async (ctx, { uid }) => viewFile(ctx, uid);

export const listRows: Verb<typeof contract.bulkPayment.rows> = async (ctx, { uid, state, page = 1 }) => {
  const { id } = await requireOwnFile(ctx, uid);
  const counts = (await countRows(ctx.tx, [id])).filter((each) => !state || each.state === state);
  const count = counts.reduce((all, each) => all + each.count, 0);
  const rows = await selectRows(ctx.tx, id, { state, first: (page - 1) * rowsPerPage, most: rowsPerPage });
  const asks = await loadRequiredFields(ctx.tx);
  return { rows: rows.map(viewRow), count, pages: Math.max(1, Math.ceil(count / rowsPerPage)), requiredFields: asks };
};

async function loadRequiredFields(tx: Tx): Promise<BulkRequiredFields> {
  const fields = await findRequiredFieldsByCurrency(tx, BulkCurrency.options);
  return { GBP: fields.get('GBP') ?? [], EUR: fields.get('EUR') ?? [], THB: fields.get('THB') ?? [] };
}
