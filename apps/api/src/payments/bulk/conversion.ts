import type { contract } from '@larkmere/contract/contract';
import type { BulkExchange, BulkRail, BulkTotal } from '@larkmere/contract/payments/bulk';
import { message } from '@larkmere/messages/message';
import { toDisplayedRate } from '@larkmere/money/displayed-rate';
import { add, type Currency, compare, formatAmount, type Money, money } from '@larkmere/money/money';
import { formatRate } from '@larkmere/money/rate';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { type Principal, requireAccountAction } from '../../customers/customer/customer.ts';
import {
  type AcceptedBatch,
  acceptBatch,
  approvalRequirementsForPayments,
  type BatchQuote,
  createBatchQuote,
  findBatchQuote,
  findOwnBatchQuote,
  findQuotes,
  type Price,
  priceBatch,
  requireOpenBatchQuote,
} from '../../fx/conversion/conversion.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { currentFee, requireWithinRail } from '../pricing/pricing.ts';
import { countRows, selectOpenQuotes } from './bulk.read.ts';
import { type BulkRow, computeDigests, lockFile, requireOwnFile, selectReadyRows } from './bulk.sql.ts';
import { canConvert, toRoute } from './bulk.ts';

/** The rows of one currency, priced out of an account of another. */
export type FileConversion = Readonly<{ quote: BatchQuote; fee: Money }>;

/** The fee of one row in the currency of the account that pays. */
export const exchangedFee = (
  ctx: Pick<Ctx, 'tx' | 'now'>,
  payer: Principal,
  { rail, buy, sell }: Readonly<{ rail: BulkRail; buy: Currency; sell: Currency }>,
): Promise<Money> => currentFee(ctx, payer, toRoute(rail, buy, 'other'), sell);

type RailCount = Readonly<{ rail: BulkRail; count: number }>;

async function sumFees(
  ctx: CustomerCtx,
  rails: readonly RailCount[],
  pair: Readonly<{ buy: Currency; sell: Currency }>,
) {
  let fee = money(pair.sell, 0n);
  for (const { rail, count } of rails) {
    const each = await exchangedFee(ctx, ctx.actor, { rail, ...pair });
    fee = add(fee, money(pair.sell, each.minor * BigInt(count)));
  }
  return fee;
}

/**
 * Promises one rate to all ready rows of a currency. Refuses `bulk_changed` without such rows, `execution_date_invalid`
 * if one of them is of a later date, and as a quote for a single payment.
 */
export const quoteConversion: Verb<typeof contract.bulkPayment.quote> = async (ctx, input) => {
  const { uid, currency: buy, sourceBankholderId } = input;
  requireAccountAction(ctx.actor.accountStatus, 'send');
  await requireOwnFile(ctx, uid);
  await lockFile(ctx.tx, uid);
  const account = await requireOwnAccount(ctx, sourceBankholderId);
  if (!canConvert(account, buy)) throw new Refusal('account_not_usable');
  const rows = (await selectReadyRows(ctx.tx, uid)).filter(({ currency }) => currency === buy);
  if (rows.length === 0) throw new Refusal('bulk_changed');
  if (rows.some(({ executionDate }) => executionDate !== null))
    throw new Refusal('execution_date_invalid', { reason: message('bulk_conversion_dated') });
  await requireWithinRails(ctx, rows);
  const sell = account.currency;
  const quote = await createBatchQuote(ctx, { sell, buy, amounts: rows.map(amountOf) });
  const fee = await sumFees(ctx, countRails(rows), { sell, buy });
  const digest = present((await computeDigests(ctx.tx, [uid])).get(uid), 'the digest of ready rows');
  await ctx.tx
    .insertInto('bulk_payment.conversion')
    .values({ quoteId: quote.id, fileId: uid, sourceBankholderId, digest, feeMinor: fee.minor })
    .execute();
  const isApproved = await needsApproval(ctx, uid, quote);
  return viewConversion({ quote, fee }, { now: ctx.now, isApproved });
};

const amountOf = ({ currency, amountMinor }: BulkRow): Money =>
  money(present(currency, 'the currency of a ready row'), present(amountMinor, 'the amount of a ready row'));

function countRails(rows: readonly BulkRow[]): RailCount[] {
  const counts = new Map<BulkRail, number>();
  for (const row of rows) {
    const rail = present(row.rail, 'the rail of a ready row');
    counts.set(rail, (counts.get(rail) ?? 0) + 1);
  }
  return [...counts].map(([rail, count]) => ({ rail, count }));
}

async function requireWithinRails({ tx, actor }: CustomerCtx, rows: readonly BulkRow[]): Promise<void> {
  const largest = new Map<BulkRail, Money>();
  for (const row of rows) {
    const rail = present(row.rail, 'the rail of a ready row');
    const before = largest.get(rail);
    if (!before || compare(amountOf(row), before) > 0) largest.set(rail, amountOf(row));
  }
  for (const [rail, amount] of largest) await requireWithinRail(tx, { rail, amount, tier: actor.userType });
}

/** With the other currencies of the file, because a release is judged by the total of all that it contains. */
async function needsApproval(ctx: CustomerCtx, uid: string, { sell, buy }: BatchQuote): Promise<boolean> {
  const others = (await countRows(ctx.tx, [uid])).flatMap(({ state, currency, minor }) =>
    state === 'ready' && currency && currency !== buy.currency ? [money(currency, minor)] : [],
  );
  return (await approvalRequirementsForPayments(ctx, ctx.actor, [sell, ...others])).length > 0;
}

const toMoneyView = (value: Money) => ({ amount: formatAmount(value), currency: value.currency });

const toExchange = ({ quote, fee }: FileConversion, hasWorstCase: boolean): BulkExchange => ({
  quoteId: quote.id,
  soldCurrency: quote.sell.currency,
  sold: formatAmount(quote.sell),
  rate: formatRate(rateOf(quote), 10),
  maxFee: formatAmount(fee),
  ...(hasWorstCase && { maxDebit: formatAmount(add(quote.worst, fee)) }),
});

const rateOf = ({ terms, buy }: BatchQuote) => present(priceBatch(terms, [buy])[0], 'the price of a batch').rate;

function viewConversion(conversion: FileConversion, { now, isApproved }: Readonly<{ now: Date; isApproved: boolean }>) {
  const { quote, fee } = conversion;
  return {
    exchange: toExchange(conversion, isApproved),
    displayedRate: toDisplayedRate(rateOf(quote)),
    exchangeFees: toMoneyView(money(quote.sell.currency, quote.terms.fee.minor * BigInt(quote.count))),
    leaves: toMoneyView(add(quote.sell, fee)),
    expiresAt: quote.expiresAt.toISOString(),
    validSeconds: Math.max(1, Math.floor((quote.expiresAt.getTime() - now.getTime()) / 1000)),
  };
}

type ShownTotal = Readonly<{ uid: string; digest: string; total: BulkTotal; exchange: BulkExchange }>;

/**
 * The conversion exactly as it was shown. Refuses `bulk_changed` if rows or figures differ, `price_changed` for another
 * fee, and `quote_expired`, `rate_moved` and `market_closed` as a single payment.
 */
export async function requireConversionAsShown(
  ctx: CustomerCtx,
  { uid, digest, total, exchange }: ShownTotal,
): Promise<FileConversion> {
  const account = await requireOwnAccount(ctx, total.sourceBankholderId);
  if (!canConvert(account, total.currency)) throw new Refusal('account_not_usable');
  const [row, quote] = [
    await findConversionRow(ctx.tx, exchange.quoteId),
    await findOwnBatchQuote(ctx, exchange.quoteId),
  ];
  if (!row || !quote || row.fileId !== uid || row.sourceBankholderId !== total.sourceBankholderId)
    throw new Refusal('bulk_changed');
  const isSame =
    row.digest === digest &&
    quote.sell.currency === account.currency &&
    quote.buy.currency === total.currency &&
    formatAmount(quote.buy) === total.amount &&
    quote.count === total.count;
  if (!isSame) throw new Refusal('bulk_changed');
  const conversion = { quote, fee: money(account.currency, row.feeMinor) };
  const shown = toExchange(conversion, exchange.maxDebit !== undefined);
  if ((Object.keys(shown) as (keyof BulkExchange)[]).some((key) => shown[key] !== exchange[key]))
    throw new Refusal('bulk_changed');
  const rails = (await selectReadyRows(ctx.tx, uid)).filter(({ currency }) => currency === total.currency);
  const fee = await sumFees(ctx, countRails(rails), { sell: account.currency, buy: total.currency });
  if (compare(fee, conversion.fee) !== 0) throw new Refusal('price_changed');
  await requireOpenBatchQuote(ctx, quote);
  return conversion;
}

const findConversionRow = (tx: Tx, quoteId: string) =>
  tx.selectFrom('bulk_payment.conversion').selectAll().where('quoteId', '=', quoteId).executeTakeFirst();

export async function findConversion(tx: Tx, quoteId: string): Promise<FileConversion> {
  const row = present(await findConversionRow(tx, quoteId), 'the conversion of a release');
  const quote = present(await findBatchQuote(tx, quoteId), 'the quote of a release');
  return { quote, fee: money(quote.sell.currency, row.feeMinor) };
}

export type ConvertedRow = Readonly<{ id: string; amount: Money }>;

/** Gives each row its own quote, which its payment uses. */
export async function acceptConversion(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  payer: Principal,
  quote: AcceptedBatch,
  rows: readonly ConvertedRow[],
): Promise<void> {
  const payments = rows.map(({ id, amount }) => ({ rowId: id, id: v7(), amount }));
  await acceptBatch(ctx, payer, quote, payments);
  await sql`
    update bulk_payment.row r set quote_id = t.quote_id
    from unnest(${payments.map(({ rowId }) => rowId)}::uuid[], ${payments.map(({ id }) => id)}::uuid[]) as t (id, quote_id)
    where r.id = t.id`.execute(ctx.tx);
}

export const readyRowsOf = async (tx: Tx, uid: string, buy: Currency): Promise<ConvertedRow[]> =>
  (await selectReadyRows(tx, uid))
    .filter(({ currency }) => currency === buy)
    .map((row) => ({ id: row.id, amount: amountOf(row) }));

export async function selectReleaseRows(tx: Tx, releaseId: string, currency: Currency): Promise<ConvertedRow[]> {
  const rows = await tx
    .selectFrom('bulk_payment.row')
    .select(['id', 'amountMinor'])
    .where('releaseId', '=', releaseId)
    .orderBy('number')
    .execute();
  return rows.map(({ id, amountMinor }) => ({ id, amount: money(currency, amountMinor ?? 0n) }));
}

/** The largest payment of the batch as it counts towards limits. */
export const largestSold = ({ terms }: BatchQuote, largest: Money): Money =>
  present(priceBatch(terms, [largest])[0], 'the price of a payment').sell;

export const leavesAtMost = ({ quote, fee }: FileConversion): Money => add(quote.worst, fee);

/** The price of each row out of another currency: as its payment was confirmed, or as this member was quoted it. */
export async function findRowPrices(
  { tx, actor, now }: CustomerCtx,
  fileId: string,
  rows: readonly BulkRow[],
): Promise<ReadonlyMap<string, Price>> {
  const confirmed = await findQuotes(
    tx,
    rows.flatMap(({ quoteId }) => quoteId ?? []),
  );
  const quotes: BatchQuote[] = [];
  for (const quoteId of await selectOpenQuotes(tx, { fileId, userId: actor.userId, now }))
    quotes.push(present(await findBatchQuote(tx, quoteId), 'an open quote'));
  const prices = new Map<string, Price>();
  for (const row of rows) {
    const quote = confirmed.get(row.quoteId ?? '');
    const shown = row.state === 'ready' ? quotes.find(({ buy }) => buy.currency === row.currency) : undefined;
    const price = quote?.price ?? (shown && priceBatch(shown.terms, [amountOf(row)])[0]);
    if (price) prices.set(row.id, price);
  }
  return prices;
}
