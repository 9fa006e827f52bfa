import type { OperationId } from '@larkmere/ledger/types';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { bookOperation } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, listAccountsOf, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { type ApprovalContent, defineApproval } from '../../approvals/approval/approval.ts';
import { type Principal, requireActive } from '../../customers/customer/customer.ts';
import { describeAccount } from '../../payees/payee/payee.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { currentFee } from '../pricing/pricing.ts';
import { lockFile, selectFile } from './bulk.sql.ts';
import { canPayRows, toRoute } from './bulk.ts';
import { accountLabel } from './bulk.view.ts';
import { selectLargestRows, summarisePayees } from './release.read.ts';
import { findRelease, type ReleaseRow, releaseApprovedRows, restoreReadyRows, sumByRail } from './release.sql.ts';

export const bulkApproval = defineApproval({
  kind: 'bulk',
  nothingDone: 'Nothing was sent.',
  snapshot: async ({ tx }, id) => {
    const found = await findRelease(tx, id);
    if (!found) return undefined;
    await lockFile(tx, found.file_id);
    const release = await findRelease(tx, id);
    return release?.state === 'awaiting_approval' ? release : undefined;
  },
  describe: describeRelease,
  validate: async (asMaker, release) => {
    requireActive(asMaker.actor.accountStatus);
    const account = await requireOwnAccount(asMaker, release.source_bankholder_id);
    if (!canPayRows(account)) throw new Refusal('account_not_usable');
    await requireSameFees(asMaker, asMaker.actor, release, account.vendorType);
  },
  /** Ends the hold of the release, because each payment places its own and is checked as if created now. */
  release: async (ctx, { id, file_id }) => {
    await voidReleaseHold(ctx, id);
    await releaseApprovedRows(ctx.tx, id);
    await audit(ctx, 'bulk-payment.released', `bulk_payment:${file_id}`, { release: id });
  },
  reject: async (ctx, { id, file_id }, end, reason) => {
    await restoreReadyRows(ctx.tx, id);
    await voidReleaseHold(ctx, id);
    await audit(ctx, `bulk-payment.${end}`, `bulk_payment:${file_id}`, { release: id, reason });
  },
});

async function requireSameFees(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  payer: Principal,
  { id, currency: code }: ReleaseRow,
  vendorType: BankAccount['vendorType'],
): Promise<void> {
  const currency = code as Currency;
  for (const { rail, feeMinor } of await sumByRail(ctx.tx, id)) {
    const fee = await currentFee(ctx, payer, toRoute(rail, currency, vendorType), currency);
    if (fee.minor <= feeMinor) continue;
    const message = `The fee of a payment is ${formatDisplayMoney(fee)} by now, and not ${formatDisplayMoney(money(currency, feeMinor))}. Nothing was sent.`;
    throw new Refusal('price_changed', { message });
  }
}

async function voidReleaseHold({ tx }: Ctx, id: string): Promise<void> {
  const voiding = { id: v7() as OperationId, code: 'bulk-payment.hold_voided', holdId: id as OperationId };
  await bookOperation(tx, { kind: 'void_hold', ...voiding });
}

const maxListedRows = 5;

async function describeRelease({ tx }: Pick<Ctx, 'tx'>, release: ReleaseRow): Promise<ApprovalContent> {
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
