import type { BulkFileView, BulkRowView } from '@larkmere/contract/bulk-payment';
import { BulkRowState } from '@larkmere/contract/bulk-payment';
import { balanceOf } from '@larkmere/ledger/balance';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { accountsOf, type BankAccount } from '../bank-account/bank-account.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { describeAccount } from '../payee/payee.ts';
import { feeNow } from '../payment/payment.ts';
import type { RowWithPayment } from './bulk-payment.read.ts';
import { type Count, countRows, digestsOf, type FileRow } from './bulk-payment.sql.ts';
import { type ReadRow, wayOf } from './bulk-payment.ts';
import { requireOwnFile } from './own-file.ts';

/** One file as its owner sees it. Throws `not_found`. */
export async function viewFile(ctx: CustomerCtx, id: string): Promise<BulkFileView> {
  const [view] = await viewFiles(ctx, [await requireOwnFile(ctx, id)]);
  if (!view) throw new Error(`file ${id} has no view`);
  return view;
}

/** Files as their owner sees them: how the rows stand, and what a release would pay now. */
export async function viewFiles(ctx: CustomerCtx, files: readonly FileRow[]): Promise<BulkFileView[]> {
  const { tx, actor } = ctx;
  const ids = files.map(({ id }) => id);
  const counts = await countRows(tx, ids);
  const digests = await digestsOf(tx, ids);
  const accounts = await accountsOf(tx, actor.customerId);
  const views: BulkFileView[] = [];
  for (const file of files) {
    const own = counts.filter(({ fileId }) => fileId === file.id);
    const totals: BulkFileView['totals'] = [];
    for (const total of own.filter(({ state }) => state === 'ready')) totals.push(await totalOf(ctx, total, accounts));
    views.push({
      uid: file.id,
      name: file.name,
      format: file.format as BulkFileView['format'],
      createdAt: file.created_at.toISOString(),
      counts: Object.fromEntries(
        BulkRowState.options.map((state) => [state, sum(own.filter((each) => each.state === state))]),
      ) as BulkFileView['counts'],
      totals,
      digest: digests.get(file.id) ?? ''.padStart(64, '0'),
    });
  }
  return views;
}

const sum = (counts: readonly Count[]): number => counts.reduce((all, { count }) => all + count, 0);

async function totalOf(ctx: CustomerCtx, { currency: code, count, minor }: Count, accounts: readonly BankAccount[]) {
  const currency = code as Currency;
  const way = wayOf(currency);
  const fee = way ? await feeNow(ctx, ctx.actor, way, currency) : money(currency, 0n);
  const account = accounts.find((each) => each.currency === currency && each.status === 'active');
  const available = account && (await balanceOf(ctx.tx, account.ledgerAccountId)).available;
  return {
    currency,
    count,
    amount: formatAmount(money(currency, minor)),
    mostFee: formatAmount(money(currency, fee.minor * BigInt(count))),
    sourceBankholderId: account?.bankholderId ?? null,
    available: available ? formatAmount(available) : null,
  };
}

/** One row as the owner of its file sees it. */
export function viewRow(row: RowWithPayment): BulkRowView {
  const read = row.read as Pick<ReadRow, 'payee' | 'reference'> | null;
  return {
    number: row.number,
    state: row.state as BulkRowView['state'],
    given: row.given as BulkRowView['given'],
    faults: row.faults as BulkRowView['faults'],
    amount:
      row.currency && row.amount_minor !== null
        ? {
            amount: formatAmount(money(row.currency as Currency, row.amount_minor)),
            currency: row.currency as Currency,
          }
        : null,
    payee: read && {
      name: row.payee_name ?? read.payee.name,
      summary: describeAccount(read.payee),
      isNew: row.payee_id === null,
    },
    reference: read?.reference ?? null,
    payment:
      row.payment_id && row.payment_reference
        ? {
            uid: row.payment_id,
            reference: row.payment_reference,
            state: row.payment_state as NonNullable<BulkRowView['payment']>['state'],
          }
        : null,
    refusal: row.refusal,
  };
}
