import type { contract } from '@larkmere/contract/contract';
import type { CustomerCtx, Procedure } from '../kernel/verb.ts';
import { rowsOfFile } from './bulk-payment.read.ts';
import type { RowFault } from './bulk-payment.ts';
import { csvText } from './csv-text.ts';
import { requireOwnFile } from './own-file.ts';

const notPaid = ['faulty', 'doubtful', 'left_out', 'refused'];
const everything = { state: undefined, first: 0, most: 10_000 };

export const exportFaults: Procedure<typeof contract.bulkPayment.faults> = (steps, { uid }) =>
  steps.transaction((ctx) => fileOf(ctx, uid));

async function fileOf(ctx: CustomerCtx, uid: string): Promise<File> {
  const { id, name } = await requireOwnFile(ctx, uid);
  const rows = (await rowsOfFile(ctx.tx, id, everything)).filter(({ state }) => notPaid.includes(state));
  const given = rows.map((row) => row.given as Readonly<Record<string, string>>);
  const columns = [...new Set(given.flatMap((texts) => Object.keys(texts)))];
  const lines = rows.map((row, i) => {
    const faults = (row.faults as unknown as readonly RowFault[]).map(({ message }) => message);
    const problem = row.refusal ?? problemOf(row.state, faults);
    return [String(row.number), ...columns.map((column) => given[i]?.[column] ?? ''), problem];
  });
  const text = csvText([['row', ...columns, 'problem'], ...lines]);
  return new File([text], `${name.replace(/\.[^.]*$/, '')} - not paid.csv`, { type: 'text/csv; charset=utf-8' });
}

const problemOf = (state: string, faults: readonly string[]): string =>
  state === 'left_out'
    ? 'Left out'
    : state === 'doubtful'
      ? 'The name is not quite the one of the account'
      : faults.join(' ');
