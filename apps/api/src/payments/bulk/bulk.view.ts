import type { ApprovalRequestSummary } from '@larkmere/contract/approvals/approval';
import type { BulkFileView, BulkRail, BulkRowView } from '@larkmere/contract/payments/bulk';
import { BulkRowState } from '@larkmere/contract/payments/bulk';
import { balancesOf } from '@larkmere/ledger/balance';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { toDisplayedRate } from '@larkmere/money/displayed-rate';
import { add, type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { type BankAccount, listOwnAccounts } from '../../accounts/bank-account/bank-account.ts';
import { loadRequestSummaries } from '../../approvals/approval/approval.ts';
import type { Principal } from '../../customers/customer/customer.ts';
import type { Price } from '../../fx/conversion/conversion.ts';
import { describeAccount } from '../../payees/payee/payee.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { present, recordOf } from '../../platform/values/values.ts';
import { currentFee, findAgreedSchedule } from '../pricing/pricing.ts';
import {
  countNameResults,
  countRows,
  deletedPayeeReason,
  type RowCount,
  type RowWithPayment,
  selectDebitCurrencies,
} from './bulk.read.ts';
import { computeDigests, type FileRow, requireOwnFile, selectPayeesToAdd, selectWarnings } from './bulk.sql.ts';
import { canConvert, canPayRows, toRoute } from './bulk.ts';
import { selectReleases } from './release.sql.ts';

export async function viewFile(ctx: CustomerCtx, id: string): Promise<BulkFileView> {
  const [view] = await viewFiles(ctx, [await requireOwnFile(ctx, id)]);
  if (!view) throw new Error(`file ${id} has no view`);
  return view;
}

export async function viewFiles(ctx: CustomerCtx, files: readonly FileRow[]): Promise<BulkFileView[]> {
  const { tx } = ctx;
  const ids = files.map(({ id }) => id);
  const counts = await countRows(tx, ids);
  const digests = await computeDigests(tx, ids);
  const names = await countNameResults(tx, ids);
  const exchangeAccounts = await listUsableAccounts(ctx);
  const accounts = exchangeAccounts.flatMap(({ account, shown }) =>
    canPayRows(account) ? [{ currency: account.currency, vendorType: account.vendorType, shown }] : [],
  );
  const debits = await selectDebitCurrencies(tx, ids);
  const warnings = await selectWarnings(tx, ids);
  const payeesToAdd = await selectPayeesToAdd(tx, ids);
  const releases = await selectReleases(tx, ids);
  const badges = await loadRequestSummaries(
    tx,
    'bulk',
    releases.map(({ id }) => id),
  );
  const views: BulkFileView[] = [];
  for (const file of files) {
    const own = counts.filter(({ fileId }) => fileId === file.id);
    const ready = own.filter(({ state }) => state === 'ready');
    const totals: BulkFileView['totals'] = [];
    for (const currency of new Set(ready.map((each) => present(each.currency, 'the currency of a ready row')))) {
      const of = accounts.filter((account) => account.currency === currency);
      const parts = ready.filter((each) => each.currency === currency);
      const warned = warnings.find((each) => each.fileId === file.id && each.currency === currency);
      totals.push({
        ...(await computeTotal(ctx, { currency, vendorType: of[0]?.vendorType ?? 'other' }, parts)),
        accounts: of.map(({ shown }) => shown),
        exchangeAccounts: parts.some(({ executionDate }) => executionDate !== null)
          ? []
          : exchangeAccounts
              .filter(({ account }) => canConvert(account, currency))
              .map(({ account, shown }) => ({ ...shown, currency: account.currency })),
        debitCurrency:
          debits.find((each) => each.fileId === file.id && each.currency === currency)?.debitCurrency ?? null,
        warnings: warned?.codes ?? [],
      });
    }
    views.push({
      uid: file.id,
      name: file.name,
      format: file.format,
      createdAt: file.createdAt.toISOString(),
      counts: recordOf(BulkRowState.options, (state) => countAll(own.filter((each) => each.state === state))),
      nameCheckCounts: names.get(file.id) ?? {},
      totals,
      approvalRequests: selectSummaries(
        releases.filter(({ fileId }) => fileId === file.id).map(({ id }) => badges.get(id)),
      ),
      payeesToAdd: payeesToAdd.get(file.id) ?? { count: 0, checking: 0, digest: ''.padStart(64, '0') },
      digest: digests.get(file.id) ?? ''.padStart(64, '0'),
    });
  }
  return views;
}

function selectSummaries(badges: readonly (ApprovalRequestSummary | undefined)[]): ApprovalRequestSummary[] {
  const all = badges.filter((badge) => badge !== undefined);
  const open = all.filter(({ state }) => state === 'open');
  return open.length > 0 ? open : all.slice(0, 1);
}

const countAll = (counts: readonly RowCount[]): number => counts.reduce((all, { count }) => all + count, 0);

async function computeTotal(ctx: CustomerCtx, account: PayingAccount, parts: readonly RowCount[]) {
  const { currency } = account;
  const priced: PricedPart[] = [];
  for (const part of parts) priced.push({ ...part, fee: await feeForRows(ctx, ctx.actor, part, account) });
  const later = priced.filter(({ executionDate }) => executionDate !== null);
  const dates = later.flatMap(({ executionDate }) => executionDate ?? []).toSorted();
  const [firstDate, lastDate] = [dates[0], dates.at(-1)];
  return {
    currency,
    ...sumParts(currency, priced),
    ...(firstDate && lastDate && { scheduled: { ...sumParts(currency, later), firstDate, lastDate } }),
  };
}

type PricedPart = RowCount & Readonly<{ fee: Money }>;

const sumParts = (currency: Currency, parts: readonly PricedPart[]) => ({
  count: countAll(parts),
  amount: formatAmount(parts.reduce((all, { minor }) => add(all, money(currency, minor)), money(currency, 0n))),
  maxFee: formatAmount(
    parts.reduce((all, { fee, count }) => add(all, money(currency, fee.minor * BigInt(count))), money(currency, 0n)),
  ),
});

type PricedRows = Readonly<{ rail: BulkRail | null; executionDate: string | null }>;

/** The fee of each of these rows: that of their date, as for a single scheduled payment. */
export async function feeForRows(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  payer: Principal,
  { rail, executionDate: day }: PricedRows,
  { currency, vendorType }: PayingAccount,
): Promise<Money> {
  const route = toRoute(present(rail, 'the rail of a ready row'), currency, vendorType);
  const plan = day === null ? undefined : await findAgreedSchedule(ctx, { rail: route.rail, currency, day });
  return currentFee(ctx, payer, route, currency, plan?.executesAt);
}

type PayingAccount = Pick<BankAccount, 'currency' | 'vendorType'>;
type AccountIdentifiers = Pick<BankAccount, 'currency' | 'accountNumber' | 'iban'>;

export function accountLabel({ currency, accountNumber, iban }: AccountIdentifiers): string {
  const ending = (accountNumber ?? iban)?.slice(-4);
  return ending ? `${currency} ••${ending}` : currency;
}

async function listUsableAccounts(ctx: CustomerCtx) {
  const { tx } = ctx;
  const usable = (await listOwnAccounts(ctx)).filter(({ status }) => status === 'active');
  const balances = await balancesOf(
    tx,
    usable.map(({ ledgerAccountId }) => ledgerAccountId),
  );
  return usable.flatMap((account) => {
    const { currency, ledgerAccountId, bankholderId, accountNumber, iban } = account;
    const balance = balances.get(ledgerAccountId);
    if (!balance) return [];
    const name = accountLabel({ currency, accountNumber, iban });
    const available = formatAmount(balance.available);
    return [{ account, shown: { sourceBankholderId: bankholderId, name, available } }];
  });
}

const toMoneyView = (value: Money) => ({ amount: formatAmount(value), currency: value.currency });

const deletedPayeeWarning = ({ state, number, payeeName, payeeDeletedAt: at }: RowWithPayment): string | null =>
  state === 'ready' && at
    ? formatMessage(defaultLanguage, deletedPayeeReason({ number, name: payeeName ?? '', at }))
    : null;

export function viewRow(row: RowWithPayment, exchange: Price | undefined): BulkRowView {
  const read = row.read;
  return {
    number: row.number,
    state: row.shownState,
    values: row.given,
    faults: row.faults.map(({ field, reason }) => ({
      field,
      message: formatMessage(defaultLanguage, reason),
    })),
    amount:
      row.currency && row.amountMinor !== null
        ? {
            amount: formatAmount(money(row.currency, row.amountMinor)),
            currency: row.currency,
          }
        : null,
    exchange: exchange
      ? {
          sold: toMoneyView(exchange.sell),
          fee: toMoneyView(exchange.fee),
          displayedRate: toDisplayedRate(exchange.rate),
        }
      : null,
    payee: read && {
      name: row.payeeName ?? read.payee.name,
      summary: describeAccount(read.payee),
      isNew: row.payeeId === null,
    },
    questions: row.questions.map(({ kind, key, reason, isConfirmed }) => ({
      kind,
      key,
      text: formatMessage(defaultLanguage, reason),
      isConfirmed,
    })),
    reference: read?.reference ?? null,
    name: row.nameResult
      ? {
          result: row.nameResult,
          actualName: row.actualName,
          entityType: read?.payee.entityType ?? 'individual',
        }
      : null,
    rail: row.rail,
    schedule:
      row.executionDate === null
        ? null
        : { requestedDate: read?.executionDate ?? row.executionDate, executionDate: row.executionDate },
    payment:
      row.paymentId && row.paymentReference && row.paymentState
        ? {
            uid: row.paymentId,
            reference: row.paymentReference,
            state: row.paymentState,
          }
        : null,
    refusal: row.refusal ?? deletedPayeeWarning(row),
  };
}
