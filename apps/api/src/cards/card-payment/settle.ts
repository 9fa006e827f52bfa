import type { CardSettlementReport } from '@larkmere/contract/cards/card-issuer';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, formatAmount, money, readAmount } from '@larkmere/money/money';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
  recordNarrative,
  safeguardingAccountId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { PartnerTimeout } from '../../platform/http/partner-client.ts';
import { claimDueRows } from '../../platform/jobs/due-rows.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { changeState, recordState } from '../../platform/lifecycle/change-state.ts';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { CardIssuer } from '../issued-card/issued-card.ts';
import { applyPaymentReport, toMinor } from './apply-report.ts';
import { settlementPostings } from './card-payment.postings.ts';
import type { CardPayment } from './card-payment.sql.ts';
import {
  insertSettlement,
  lockSettledPayments,
  lockSettlement,
  type SettledLine,
  type Settlement,
  settleLines,
  updateSettlement,
} from './settlement.sql.ts';
import type { SettlementDifference } from './settlement-difference.ts';
import { cardSettlementLifecycle } from './settlement-lifecycle.ts';

const claimSeconds = 60;
const maxSettlements = 5;

/** The file is fetched afterwards, outside of this transaction. */
export async function applySettlementReport(ctx: Ctx, report: CardSettlementReport): Promise<boolean> {
  const { settlementId: id, day, currency } = report;
  const settlement = await insertSettlement(ctx.tx, {
    id,
    day,
    currency,
    clearedMinor: toMinor({ amount: report.cleared, currency }),
    refundedMinor: toMinor({ amount: report.refunded, currency }),
    lineCount: report.lines,
  });
  if (!settlement) {
    await reportOtherTotals(ctx, report);
    return false;
  }
  await recordState(ctx, cardSettlementLifecycle, settlement);
  return true;
}

/** The same settlement again is no news; with other totals it is. */
async function reportOtherTotals(ctx: Ctx, { settlementId, ...report }: CardSettlementReport): Promise<void> {
  const known = await lockSettlement(ctx.tx, settlementId);
  if (!known) return;
  const { day, currency, clearedMinor, refundedMinor, lineCount } = known;
  const write = (minor: bigint) => formatAmount(money(currency, minor));
  const expected = [day, currency, write(clearedMinor), write(refundedMinor), lineCount].join(' ');
  const reported = [report.day, report.currency, report.cleared, report.refunded, report.lines].join(' ');
  if (expected === reported) return;
  const versions = { partner: 'card_processor', field: 'totals', expected, reported } as const;
  await recordContradiction(ctx, `card-settlement:${settlementId}`, versions);
}

export async function settleDue({ transaction, log }: JobRun, issuer: CardIssuer): Promise<void> {
  const due = await transaction(({ tx }) =>
    claimDueRows(tx, {
      table: 'card_payment.settlement',
      column: 'nextCheckAt',
      seconds: claimSeconds,
      most: maxSettlements,
    }),
  );
  for (const settlement of due)
    await compareWithFile(transaction, issuer, settlement).catch((error: unknown) =>
      log.error({ err: error, settlement: settlement.id }, 'a card settlement could not be compared'),
    );
}

/** What the books lack is read at the processor first: a report may be lost, and is no difference then. */
async function compareWithFile(run: JobRun['transaction'], issuer: CardIssuer, settlement: Settlement): Promise<void> {
  const lines = await fetchLines(issuer, settlement);
  if (!lines) return run((ctx) => postpone(ctx, settlement.id));
  const differences = await run((ctx) => settle(ctx, settlement.id, lines));
  const behind = new Set(differences.flatMap(({ paymentId }) => paymentId ?? []));
  if (behind.size === 0) return run((ctx) => keepDifferences(ctx, settlement.id, lines, differences));
  for (const id of behind) {
    const report = await issuer.getPayment(id);
    if (report) await run((ctx) => applyPaymentReport(ctx, report));
  }
  const left = await run((ctx) => settle(ctx, settlement.id, lines));
  await run((ctx) => keepDifferences(ctx, settlement.id, lines, left));
}

async function fetchLines(issuer: CardIssuer, { id, currency }: Settlement): Promise<SettledLine[] | undefined> {
  try {
    const file = await issuer.getSettlement(id);
    return file?.map(({ paymentId, cleared, refunded }) => ({
      paymentId,
      cleared: readMinor(currency, cleared),
      refunded: readMinor(currency, refunded),
    }));
  } catch (error) {
    if (error instanceof PartnerTimeout) return undefined;
    throw error;
  }
}

function readMinor(currency: Currency, text: string): bigint {
  const amount = readAmount(currency, text);
  if (!amount) throw new PartnerTimeout(`a settlement file has ${text} ${currency}`);
  return amount.minor;
}

/** Books a settlement whose lines the books know, and returns the differences of any other. */
async function settle(ctx: Ctx, id: string, lines: readonly SettledLine[]): Promise<SettlementDifference[]> {
  const { tx } = ctx;
  const settlement = await lockSettlement(tx, id);
  if (!settlement || settlement.state === 'settled') return [];
  const payments = await lockSettledPayments(
    tx,
    lines.map(({ paymentId }) => paymentId),
  );
  const differences = compareSettlement(settlement, lines, payments);
  if (differences.length > 0) return differences;
  await settleLines(tx, id, lines);
  const operation = createOperationId();
  const currency = settlement.currency;
  const [clearing, safeguarding] = [
    await firmAccountId(tx, `clearing:card:${currency}`),
    await safeguardingAccountId(tx, currency),
  ];
  const net = settlement.clearedMinor - settlement.refundedMinor;
  const postings = settlementPostings(currency, net, clearing, safeguarding);
  const operationId = postings.length > 0 ? operation : null;
  const settled = {
    state: 'settled',
    settledAt: ctx.now,
    nextCheckAt: null,
    differences: '[]',
    file: '[]',
  } as const;
  await changeState(ctx, cardSettlementLifecycle, settlement, { ...settled, operationId });
  if (postings.length === 0) return [];
  // The bank's statement has the same reference and day.
  await recordNarrative(tx, operation, {
    kind: 'card',
    reference: id.replaceAll('-', '').slice(0, 16),
    description: defaultText('statement_card_settlement'),
  });
  const valueDate = settlement.day;
  await bookOperation(tx, { kind: 'post', id: operation, code: 'card_settlement.settled', postings, valueDate });
  return [];
}

/** Staff find out why. It is compared again meanwhile, because a payment may still be reported. */
async function keepDifferences(
  ctx: Ctx,
  id: string,
  lines: readonly SettledLine[],
  found: readonly SettlementDifference[],
): Promise<void> {
  if (found.length === 0) return;
  const settlement = await lockSettlement(ctx.tx, id);
  if (!settlement || settlement.state === 'settled') return;
  const changes = {
    differences: JSON.stringify(found),
    file: JSON.stringify(
      lines.map(({ paymentId, cleared, refunded }) => ({
        paymentId,
        cleared: String(cleared),
        refunded: String(refunded),
      })),
    ),
  };
  if (settlement.state === 'reported')
    await changeState(ctx, cardSettlementLifecycle, settlement, { ...changes, state: 'mismatched' });
  else await updateSettlement(ctx.tx, id, changes);
  await postpone(ctx, id);
}

const minDelayMs = 10_000;
const maxDelayMs = 3600_000;

async function postpone(ctx: Ctx, id: string): Promise<void> {
  const settlement = await lockSettlement(ctx.tx, id);
  if (!settlement || settlement.state === 'settled') return;
  const delay = Math.min(minDelayMs * 2 ** Math.min(settlement.checkCount, 20), maxDelayMs);
  const nextCheckAt = new Date(ctx.now.getTime() + delay);
  await updateSettlement(ctx.tx, id, { checkCount: settlement.checkCount + 1, nextCheckAt });
}

type Totals = Pick<Settlement, 'currency' | 'clearedMinor' | 'refundedMinor' | 'lineCount'>;

/** What the file says of a payment beyond what the books still have to settle of it, and sums that do not add up. */
function compareSettlement(
  settlement: Totals,
  lines: readonly SettledLine[],
  payments: readonly CardPayment[],
): SettlementDifference[] {
  const known = new Map(payments.map((payment) => [payment.id, payment]));
  const seen = new Set<string>();
  const ofLines = lines.flatMap((line) => {
    const isTwice = seen.has(line.paymentId);
    seen.add(line.paymentId);
    return isTwice
      ? [difference('payment_twice', line.paymentId, line.cleared, 0n)]
      : compareLine(settlement, line, known.get(line.paymentId));
  });
  return [...ofLines, ...compareSums(settlement, lines)];
}

function compareLine(
  { currency }: Totals,
  { paymentId, cleared, refunded }: SettledLine,
  payment: CardPayment | undefined,
): SettlementDifference[] {
  if (!payment) return [difference('payment_unknown', paymentId, cleared - refunded, 0n)];
  if (payment.billingCurrency !== currency) return [difference('currency_differs', paymentId, cleared - refunded, 0n)];
  const openCleared = payment.clearedMinor - payment.settledClearedMinor;
  const openRefunded = payment.refundedMinor - payment.settledRefundedMinor;
  return [
    ...(cleared > openCleared ? [difference('cleared_differs', paymentId, cleared, openCleared)] : []),
    ...(refunded > openRefunded ? [difference('refunded_differs', paymentId, refunded, openRefunded)] : []),
  ];
}

function compareSums(settlement: Totals, lines: readonly SettledLine[]): SettlementDifference[] {
  const sum = (of: 'cleared' | 'refunded'): bigint => lines.reduce((total, line) => total + line[of], 0n);
  const [inFile, reported] = [sum('cleared') - sum('refunded'), settlement.clearedMinor - settlement.refundedMinor];
  const agree = sum('cleared') === settlement.clearedMinor && sum('refunded') === settlement.refundedMinor;
  return [
    ...(agree ? [] : [difference('sum_differs', null, inFile, reported)]),
    ...(lines.length === settlement.lineCount
      ? []
      : [difference('count_differs', null, BigInt(lines.length), BigInt(settlement.lineCount))]),
  ];
}

const difference = (
  kind: SettlementDifference['kind'],
  paymentId: string | null,
  inFile: bigint,
  inBooks: bigint,
): SettlementDifference => ({ kind, paymentId, inFile: String(inFile), inBooks: String(inBooks) });
