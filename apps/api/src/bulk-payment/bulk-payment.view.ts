import type { BulkFileView, BulkRail, BulkRowView } from '@larkmere/contract/bulk-payment';
import { BulkRowState } from '@larkmere/contract/bulk-payment';
import type { TeamApprovalBadge } from '@larkmere/contract/team-approval';
import { balancesOf } from '@larkmere/ledger/balance';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { accountsOf, type BankAccount } from '../bank-account/bank-account.ts';
import type { Tx } from '../kernel/db.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { describeAccount } from '../payee/payee.ts';
import { feeNow } from '../payment/payment.ts';
import { badgesOf } from '../team-approval/team-approval.ts';
import { countNames, type RowWithPayment } from './bulk-payment.read.ts';
import { type Count, countRows, digestsOf, type FileRow, warningsOf } from './bulk-payment.sql.ts';
import { isPayingAccount, type ReadRow, wayBy } from './bulk-payment.ts';
import { deletedText } from './deleted-payee.ts';
import { requireOwnFile } from './own-file.ts';
import { askedOf } from './release.sql.ts';

export async function viewFile(ctx: CustomerCtx, id: string): Promise<BulkFileView> {
  const [view] = await viewFiles(ctx, [await requireOwnFile(ctx, id)]);
  if (!view) throw new Error(`file ${id} has no view`);
  return view;
}

export async function viewFiles(ctx: CustomerCtx, files: readonly FileRow[]): Promise<BulkFileView[]> {
  const { tx, actor } = ctx;
  const ids = files.map(({ id }) => id);
  const counts = await countRows(tx, ids);
  const digests = await digestsOf(tx, ids);
  const names = await countNames(tx, ids);
  const accounts = await payingAccounts(tx, actor.customerId);
  const warnings = await warningsOf(tx, ids);
  const asked = await askedOf(tx, ids);
  const badges = await badgesOf(
    tx,
    'bulk',
    asked.map(({ id }) => id),
  );
  const views: BulkFileView[] = [];
  for (const file of files) {
    const own = counts.filter(({ fileId }) => fileId === file.id);
    const ready = own.filter(({ state }) => state === 'ready');
    const totals: BulkFileView['totals'] = [];
    for (const currency of new Set(ready.map((each) => each.currency as Currency))) {
      const of = accounts.filter((account) => account.currency === currency);
      const parts = ready.filter((each) => each.currency === currency);
      const warned = warnings.find((each) => each.fileId === file.id && each.currency === currency);
      totals.push({
        ...(await totalOf(ctx, { currency, vendorType: of[0]?.vendorType ?? 'other' }, parts)),
        accounts: of.map(({ shown }) => shown),
        warnings: warned?.codes ?? [],
      });
    }
    views.push({
      uid: file.id,
      name: file.name,
      format: file.format as BulkFileView['format'],
      createdAt: file.created_at.toISOString(),
      counts: Object.fromEntries(
        BulkRowState.options.map((state) => [state, sum(own.filter((each) => each.state === state))]),
      ) as BulkFileView['counts'],
      names: names.get(file.id) ?? {},
      totals,
      teamApprovals: shownOf(asked.filter(({ fileId }) => fileId === file.id).map(({ id }) => badges.get(id))),
      digest: digests.get(file.id) ?? ''.padStart(64, '0'),
    });
  }
  return views;
}

function shownOf(badges: readonly (TeamApprovalBadge | undefined)[]): TeamApprovalBadge[] {
  const all = badges.filter((badge) => badge !== undefined);
  const open = all.filter(({ state }) => state === 'open');
  return open.length > 0 ? open : all.slice(0, 1);
}

const sum = (counts: readonly Count[]): number => counts.reduce((all, { count }) => all + count, 0);

async function totalOf(ctx: CustomerCtx, account: PayingAccount, parts: readonly Count[]) {
  const { currency } = account;
  let [amount, fee] = [0n, 0n];
  for (const { rail, count, minor } of parts) {
    amount += minor;
    fee += (await feeBy(ctx, rail as BulkRail, account)).minor * BigInt(count);
  }
  return {
    currency,
    count: sum(parts),
    amount: formatAmount(money(currency, amount)),
    mostFee: formatAmount(money(currency, fee)),
  };
}

export const feeBy = (ctx: CustomerCtx, rail: BulkRail, { currency, vendorType }: PayingAccount): Promise<Money> =>
  feeNow(ctx, ctx.actor, wayBy(rail, currency, vendorType), currency);

type PayingAccount = Pick<BankAccount, 'currency' | 'vendorType'>;
type Named = Pick<BankAccount, 'currency' | 'accountNumber' | 'iban' | 'bankholderId'>;

export const nameOf = ({ currency, accountNumber, iban, bankholderId }: Named): string =>
  `${currency} account …${(accountNumber ?? iban ?? bankholderId).slice(-4)}`;

async function payingAccounts(tx: Tx, customerId: string) {
  const all = await accountsOf(tx, customerId);
  const usable = all.filter(isPayingAccount);
  const balances = await balancesOf(
    tx,
    usable.map(({ ledgerAccountId }) => ledgerAccountId),
  );
  return usable.flatMap(({ currency, vendorType, ledgerAccountId, bankholderId, accountNumber, iban }) => {
    const balance = balances.get(ledgerAccountId);
    if (!balance) return [];
    const name = nameOf({ currency, accountNumber, iban, bankholderId });
    const available = formatAmount(balance.available);
    return [{ currency, vendorType, shown: { sourceBankholderId: bankholderId, name, available } }];
  });
}

const gone = ({ state, number, payee_name, payee_deleted_at: at }: RowWithPayment): string | null =>
  state === 'ready' && at ? deletedText({ number, name: payee_name ?? '', at }) : null;

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
    name: row.name_result
      ? {
          result: row.name_result as NonNullable<BulkRowView['name']>['result'],
          actualName: row.actual_name,
          entityType: read?.payee.entityType ?? 'individual',
        }
      : null,
    rail: row.rail as BulkRail | null,
    payment:
      row.payment_id && row.payment_reference
        ? {
            uid: row.payment_id,
            reference: row.payment_reference,
            state: row.payment_state as NonNullable<BulkRowView['payment']>['state'],
          }
        : null,
    refusal: row.refusal ?? gone(row),
  };
}
