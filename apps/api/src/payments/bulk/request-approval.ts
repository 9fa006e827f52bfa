import type { BulkTotal } from '@larkmere/contract/payments/bulk';
import type { ScamWarningCode } from '@larkmere/contract/payments/scam-warning';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { hold } from '@larkmere/ledger/transfer';
import type { OperationId, Posting } from '@larkmere/ledger/types';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { type Currency, formatAmount, money, readAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import {
  firmAccountId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { listAccountsOf, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import {
  type ApprovalContent,
  type ApprovalRequirement,
  createApprovalRequest,
} from '../../approvals/approval/approval.ts';
import { describeAccount } from '../../payees/payee/payee.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { type FileRow, selectFile } from './bulk.sql.ts';
import { accountLabel } from './bulk.view.ts';
import { selectLargestRows, summarisePayees } from './release.read.ts';
import { insertRelease, type ReleaseRow, sumByRail } from './release.sql.ts';
import { releaseCurrency } from './release-currency.ts';

type ApprovalOptions = Readonly<{ requirements: readonly ApprovalRequirement[]; warnings: readonly ScamWarningCode[] }>;

export async function requestReleaseApproval(
  ctx: CustomerCtx,
  file: FileRow,
  total: BulkTotal,
  { requirements, warnings }: ApprovalOptions,
): Promise<void> {
  const { tx, actor, now } = ctx;
  const { currency, sourceBankholderId, count } = total;
  const release = await insertRelease(tx, {
    id: v7(),
    file_id: file.id,
    user_id: actor.userId,
    source_bankholder_id: sourceBankholderId,
    currency,
    count,
    amount_minor: parseMinor(currency, total.amount),
    fee_minor: parseMinor(currency, total.maxFee),
    created_at: now,
  });
  await releaseCurrency(ctx, file.id, total, { id: release.id, warnings });
  const content = await releaseApprovalContent(ctx, release);
  const { customerId, userId: makerId } = actor;
  await createApprovalRequest(ctx, { kind: 'bulk', subjectId: release.id, customerId, makerId, content, requirements });
  await placeReleaseHold(ctx, file, release);
}

/** One hold covers the whole release until each payment places its own. */
async function placeReleaseHold(ctx: CustomerCtx, { name }: FileRow, release: ReleaseRow): Promise<void> {
  const { tx } = ctx;
  const currency = release.currency as Currency;
  const { ledgerAccountId: debit } = await requireOwnAccount(ctx, release.source_bankholder_id);
  const postings: Posting[] = [];
  for (const { rail, minor, feeMinor, count } of await sumByRail(tx, release.id)) {
    const amount = money(currency, minor + feeMinor * BigInt(count));
    postings.push({ debit, credit: await firmAccountId(tx, `clearing:${rail}:${currency}`), amount });
  }
  const id = release.id as OperationId;
  const description = `${release.count} payments from ${name}, waiting for approval`;
  await recordNarrative(tx, id, { kind: 'payment', reference: generateReference(), description });
  await hold(tx, { id, code: 'bulk-payment.held', postings }).catch((error: unknown) => {
    if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
    throw error instanceof InsufficientFunds ? new ConcurrencyConflict('the money was spent in the meantime') : error;
  });
}

const maxListedRows = 5;

export async function releaseApprovalContent({ tx }: Pick<Ctx, 'tx'>, release: ReleaseRow): Promise<ApprovalContent> {
  const { id, file_id, source_bankholder_id, count, amount_minor, fee_minor } = release;
  const currency = release.currency as Currency;
  const inWords = (minor: bigint) => formatDisplayMoney(money(currency, minor));
  const file = await selectFile(tx, file_id);
  if (!file) throw new Error(`release ${id} is of no file`);
  const { digest, payees, added, changed } = await summarisePayees(tx, id);
  const from = (await listAccountsOf(tx, file.customer_id)).find((each) => each.bankholderId === source_bankholder_id);
  const largest = await selectLargestRows(tx, id, maxListedRows);
  const rows = largest.map(({ name, read, minor }) => `${name}, ${describeAccount(read.payee)}: ${inWords(minor)}`);
  return {
    title: `Pay ${inWords(amount_minor)} in ${count} ${count === 1 ? 'payment' : 'payments'} from ${file.name}`,
    amount: { amount: formatAmount(money(currency, amount_minor)), currency },
    link: `/payment/bulk?file=${file_id}`,
    details: [
      { label: 'File', value: file.name },
      { label: 'From', value: from ? accountLabel(from) : '' },
      { label: 'Payments', value: String(count) },
      { label: 'Payees', value: added > 0 ? `${payees}, ${added} of them new` : String(payees) },
      { label: 'In all', value: inWords(amount_minor) },
      { label: 'Fees at most', value: inWords(fee_minor) },
      ...rows.map((value, i) => ({ label: count > 1 ? `Payment ${i + 1} by amount` : 'Payment', value })),
      ...(count > maxListedRows ? [{ label: 'The others', value: 'On the page of the file' }] : []),
    ],
    exact: [
      id,
      file_id,
      source_bankholder_id,
      currency,
      String(amount_minor),
      String(fee_minor),
      count,
      digest,
      changed,
    ],
  };
}

function parseMinor(currency: Currency, text: string): bigint {
  const amount = readAmount(currency, text);
  if (!amount) throw new Error(`the total ${text} ${currency} is none`);
  return amount.minor;
}
