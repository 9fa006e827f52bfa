import { rowsPerPage } from '@larkmere/contract/bulk-payment';
import type { contract } from '@larkmere/contract/contract';
import { type FileAsks, FileCurrency } from '@larkmere/contract/file-asks';
import type { Tx } from '../kernel/db.ts';
import type { Verb } from '../kernel/verb.ts';
import { askedByCurrency } from '../payment/payment.ts';
import { rowsOfFile } from './bulk-payment.read.ts';
import { countRows, selectFiles } from './bulk-payment.sql.ts';
import { viewFile, viewFiles, viewRow } from './bulk-payment.view.ts';
import { requireOwnFile } from './own-file.ts';

export const listFiles: Verb<typeof contract.bulkPayment.list> = async (ctx) =>
  viewFiles(ctx, await selectFiles(ctx.tx, ctx.actor.customerId));

export const showFile: Verb<typeof contract.bulkPayment.view> = async (ctx, { uid }) => viewFile(ctx, uid);

export const showRows: Verb<typeof contract.bulkPayment.rows> = async (ctx, { uid, state, page = 1 }) => {
  const { id } = await requireOwnFile(ctx, uid);
  const counts = (await countRows(ctx.tx, [id])).filter((each) => !state || each.state === state);
  const count = counts.reduce((all, each) => all + each.count, 0);
  const rows = await rowsOfFile(ctx.tx, id, { state, first: (page - 1) * rowsPerPage, most: rowsPerPage });
  const asks = await asksOfFiles(ctx.tx);
  return { rows: rows.map(viewRow), count, pages: Math.max(1, Math.ceil(count / rowsPerPage)), asks };
};

async function asksOfFiles(tx: Tx): Promise<FileAsks> {
  const asked = await askedByCurrency(tx, FileCurrency.options);
  return { GBP: asked.get('GBP') ?? [], EUR: asked.get('EUR') ?? [], THB: asked.get('THB') ?? [] };
}
