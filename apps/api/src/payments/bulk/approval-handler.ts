import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { add, formatAmount, type Money, money } from '@larkmere/money/money';
import {
  bookOperation,
  createOperationId,
  toOperationId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, listAccountsOf, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { type ApprovalContent, defineApproval, type MakerCtx } from '../../approvals/approval/approval.ts';
import { type Principal, requireAccountAction } from '../../customers/customer/customer.ts';
import { type AcceptedBatch, repriceBatch } from '../../fx/conversion/conversion.ts';
import { describeAccount } from '../../payees/payee/payee.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findMemberLimit, requireWithinMemberDay } from '../pricing/pricing.ts';
import { selectLargestRows, summarisePayees } from './bulk.read.ts';
import { lockFile, selectFile } from './bulk.sql.ts';
import { canConvert, canPayRows } from './bulk.ts';
import { accountLabel, feeForRows } from './bulk.view.ts';
import {
  acceptConversion,
  exchangedFee,
  type FileConversion,
  findConversion,
  leavesAtMost,
  selectReleaseRows,
} from './conversion.ts';
import {
  findRelease,
  hasHold,
  isDueNow,
  type ReleaseRow,
  releaseApprovedRows,
  restoreReadyRows,
  sumRelease,
} from './release.sql.ts';

export const bulkApproval = defineApproval({
  kind: 'bulk',
  nothingDone: defaultText('payment_not_done'),
  snapshot: async ({ tx }, id) => {
    const found = await findRelease(tx, id);
    if (!found) return undefined;
    await lockFile(tx, found.fileId);
    const release = await findRelease(tx, id);
    return release?.state === 'awaiting_approval' ? release : undefined;
  },
  accounts: (_, release) => [release.sourceBankholderId],
  describe: describeRelease,
  validate: async (asMaker, release) => {
    requireAccountAction(asMaker.actor.accountStatus, 'send');
    const account = await requireOwnAccount(asMaker, release.sourceBankholderId);
    const conversion = await conversionOf(asMaker, release);
    const isUsable = conversion ? canConvert(account, release.currency) : canPayRows(account);
    if (!isUsable) throw new Refusal('account_not_usable');
    if (conversion) return validateConverted(asMaker, release, conversion);
    const parts = (await sumRelease(asMaker.tx, release.id)).filter(isDueNow);
    const total = money(
      release.currency,
      parts.reduce((all, { minor }) => all + minor, 0n),
    );
    requireWithinMemberDay(await findMemberLimit(asMaker, asMaker.actor, [total]), 'absent');
    await requireSameFees(asMaker, asMaker.actor, release, account.vendorType);
    return undefined;
  },
  /** Ends the hold of the release, because each payment places its own and is checked as if created now. */
  release: async (ctx, release, { valid, maker }) => {
    const { id, fileId } = release;
    await voidReleaseHold(ctx, release);
    await releaseApprovedRows(ctx.tx, id);
    if (valid) await acceptConversion(ctx, maker, valid, await selectReleaseRows(ctx.tx, id, release.currency));
    await audit(ctx, 'bulk-payment.released', `bulk_payment:${fileId}`, { release: id });
  },
  reject: async (ctx, release, end, reason) => {
    const { id, fileId } = release;
    await restoreReadyRows(ctx.tx, id);
    await voidReleaseHold(ctx, release);
    await audit(ctx, `bulk-payment.${end}`, `bulk_payment:${fileId}`, { release: id, reason });
  },
});

const conversionOf = async ({ tx }: Pick<Ctx, 'tx'>, { conversionId }: ReleaseRow) =>
  conversionId === null ? undefined : findConversion(tx, conversionId);

/** The rate of now, which may cost no more than the maker agreed to. */
async function validateConverted(
  asMaker: MakerCtx,
  release: ReleaseRow,
  { quote }: FileConversion,
): Promise<AcceptedBatch> {
  const amounts = (await selectReleaseRows(asMaker.tx, release.id, release.currency)).map(({ amount }) => amount);
  const priced = await repriceBatch(asMaker, quote, amounts);
  requireWithinMemberDay(await findMemberLimit(asMaker, asMaker.actor, [quote.sell]), 'absent');
  const sell = quote.sell.currency;
  for (const { rail, feeMinor } of await sumRelease(asMaker.tx, release.id)) {
    const fee = await exchangedFee(asMaker, asMaker.actor, { rail, buy: release.currency, sell });
    if (fee.minor > feeMinor) throw feeChanged(fee, money(sell, feeMinor));
  }
  return { ...priced, id: quote.id };
}

const feeChanged = (fee: Money, quotedFee: Money): Refusal =>
  new Refusal('price_changed', { reason: message('bulk_fee_changed', { fee, quotedFee }) });

async function requireSameFees(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  payer: Principal,
  { id, currency: code }: ReleaseRow,
  vendorType: BankAccount['vendorType'],
): Promise<void> {
  const currency = code;
  for (const { feeMinor, ...part } of await sumRelease(ctx.tx, id)) {
    const fee = await feeForRows(ctx, payer, part, { currency, vendorType });
    if (fee.minor <= feeMinor) continue;
    throw feeChanged(fee, money(currency, feeMinor));
  }
}

async function voidReleaseHold({ tx }: Ctx, release: ReleaseRow): Promise<void> {
  if (!hasHold(release)) return;
  const voiding = { id: createOperationId(), code: 'bulk-payment.hold_voided', holdId: toOperationId(release.id) };
  await bookOperation(tx, { kind: 'void_hold', ...voiding });
}

const maxListedDates = 5;

/** The amount of each later date; of many dates, that of all of them. */
async function describeLaterDates(tx: Ctx['tx'], { id, currency }: ReleaseRow) {
  const later = (await sumRelease(tx, id)).filter((part) => !isDueNow(part));
  const sums = new Map<string, bigint>();
  for (const { executionDate: day, minor } of later) if (day) sums.set(day, (sums.get(day) ?? 0n) + minor);
  const days = [...sums].toSorted(([one], [other]) => one.localeCompare(other));
  const [first, last] = [days[0]?.[0], days.at(-1)?.[0]];
  if (!first || !last) return [];
  if (days.length <= maxListedDates)
    return days.map(([day, minor]) => ({
      label: defaultText('summary_on_date', { day }),
      value: formatDisplayMoney(money(currency, minor)),
    }));
  const total = days.reduce((all, [, minor]) => all + minor, 0n);
  return [
    {
      label: defaultText('summary_on_dates', { from: first, to: last }),
      value: formatDisplayMoney(money(currency, total)),
    },
  ];
}

const maxListedRows = 5;

async function describeRelease({ tx }: Pick<Ctx, 'tx'>, release: ReleaseRow): Promise<ApprovalContent> {
  const { id, fileId, sourceBankholderId, count, amountMinor, feeMinor } = release;
  const currency = release.currency;
  const inWords = (minor: bigint) => formatDisplayMoney(money(currency, minor));
  const file = await selectFile(tx, fileId);
  if (!file) throw new Error(`release ${id} is of no file`);
  const { digest, payees, added, changed } = await summarisePayees(tx, id);
  const from = (await listAccountsOf(tx, file.customerId)).find((each) => each.bankholderId === sourceBankholderId);
  const conversion = await conversionOf({ tx }, release);
  const largest = await selectLargestRows(tx, id, maxListedRows);
  const rows = largest.map(({ name, read, minor }) => `${name}, ${describeAccount(read.payee)}: ${inWords(minor)}`);
  return {
    title: defaultText('approve_bulk', { total: money(currency, amountMinor), count, fileName: file.name }),
    amount: { amount: formatAmount(money(currency, amountMinor)), currency },
    link: `/payment/bulk?file=${fileId}`,
    details: [
      { label: defaultText('summary_file'), value: file.name },
      { label: defaultText('summary_from'), value: from ? accountLabel(from) : '' },
      { label: defaultText('summary_payments'), value: String(count) },
      {
        label: defaultText('summary_payees'),
        value: added > 0 ? defaultText('payees_with_new', { count: payees, added }) : String(payees),
      },
      { label: defaultText('summary_total'), value: inWords(amountMinor) },
      ...(await describeLaterDates(tx, release)),
      ...(conversion
        ? [
            {
              label: defaultText('summary_leaves_now'),
              value: formatDisplayMoney(add(conversion.quote.sell, conversion.fee)),
            },
            { label: defaultText('summary_leaves_at_most'), value: formatDisplayMoney(leavesAtMost(conversion)) },
          ]
        : []),
      {
        label: defaultText('summary_maximum_fees'),
        value: formatDisplayMoney(conversion?.fee ?? money(currency, feeMinor)),
      },
      ...rows.map((value, i) => ({
        label: count > 1 ? defaultText('summary_payment_number', { number: i + 1 }) : defaultText('summary_payment'),
        value,
      })),
      ...(count > maxListedRows
        ? [{ label: defaultText('summary_other_payments'), value: defaultText('other_payments_on_page') }]
        : []),
    ],
    exact: [
      id,
      fileId,
      sourceBankholderId,
      currency,
      String(amountMinor),
      String(feeMinor),
      count,
      digest,
      changed,
      ...(conversion ? [conversion.quote.id, String(leavesAtMost(conversion).minor)] : []),
    ],
  };
}
