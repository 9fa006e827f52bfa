import { randomUUID } from 'node:crypto';
import type {
  CardAuthorisation,
  CardAuthorisationAnswer,
  CardIssuerReport,
  CardPaymentReport,
  CardSettlementReport,
} from '@larkmere/contract/cards/card-issuer';
import { type Currency, formatAmount, money, readAmount } from '@larkmere/money/money';
import type { CardIssuer } from '../../apps/api/src/cards/issued-card/issued-card.ts';
import { PartnerTimeout } from '../../apps/api/src/platform/http/partner-client.ts';
import { type Clock, day, minute } from './clock.ts';
import { unreliableNetwork } from './network.ts';
import type { Random } from './random.ts';

/** What the processor knows of one payment, which is the truth for every check. Minor units of the billing currency. */
export type IssuedPayment = {
  readonly id: string;
  readonly cardId: string;
  readonly billing: Currency;
  readonly kind: 'payment' | 'verification' | 'presented';
  decidedBy: CardPaymentReport['decidedBy'];
  declineCode: CardPaymentReport['declineCode'];
  held: bigint;
  cleared: bigint;
  refunded: bigint;
  sequence: number;
  /** Of the latest report that arrived. */
  arrived: number;
  /** Larkmere approved all that was taken, so it must have had the money. */
  isCovered: boolean;
};

type Entry = Readonly<{ payment: IssuedPayment; cleared: bigint; refunded: bigint }>;
export type SettlementLine = Readonly<{ paymentId: string; cleared: bigint; refunded: bigint }>;

/** The answer of Larkmere to a request that arrives now, or undefined if it died. */
type Ask = (request: CardAuthorisation) => Promise<CardAuthorisationAnswer | undefined>;

type Options = Readonly<{
  random: Random;
  clock: Clock;
  start: Date;
  ask: Ask;
  deliver: (event: Readonly<{ eventId: string; report: CardIssuerReport }>) => Promise<boolean>;
}>;

const merchant = { name: 'Pepperpot Kitchen', city: 'London', country: 'GB', category: '5812' } as const;
const fallbackLimit = 3000n;
const holdMs = 7 * day;

export type SimulatedIssuer = Readonly<{
  payments: ReadonlyMap<string, IssuedPayment>;
  /** The life of one payment begins; the clock carries it on. */
  /** Of this kind, or of one that the seed draws. */
  pay: (cardId: string, billing: Currency, wanted?: IssuedPayment['kind']) => Promise<IssuedPayment>;
  /** Another payment that takes whatever the account has left, and is never cleared. */
  drain: (cardId: string, billing: Currency) => Promise<void>;
  getPayment: CardIssuer['getPayment'];
  /** What was cleared and refunded since the last settlement, per currency. */
  takeEntries: () => readonly Entry[];
}>;

/**
 * An in-memory processor. The merchant increments, clears, reverses and refunds as the seed decides; requests and
 * reports are late, doubled or lost.
 */
export function simulatedIssuer({ random, clock, start, ask, deliver }: Options): SimulatedIssuer {
  const payments = new Map<string, IssuedPayment>();
  let entries: Entry[] = [];
  const carry = unreliableNetwork<Readonly<{ eventId: string; report: CardPaymentReport }>>({
    random,
    clock,
    deliver: async (event) => {
      const isTaken = await deliver(event);
      const payment = payments.get(event.report.paymentId);
      if (isTaken && payment) payment.arrived = Math.max(payment.arrived, event.report.sequence);
      return isTaken;
    },
  });
  const at = (): string => new Date(start.getTime() + clock.elapsed()).toISOString();

  const report = (payment: IssuedPayment): void => {
    payment.sequence += 1;
    carry({ eventId: randomUUID(), report: viewOf(payment, at()) }, false);
  };

  const book = (payment: IssuedPayment, change: Readonly<{ cleared?: bigint; refunded?: bigint }>): void => {
    const { cleared = 0n, refunded = 0n } = change;
    payment.cleared += cleared;
    payment.refunded += refunded;
    entries.push({ payment, cleared, refunded });
    report(payment);
  };

  /** Larkmere decides, unless its answer is late or lost, or the request is: then the stand-in. */
  const authorise = async (
    payment: IssuedPayment,
    kind: CardAuthorisation['kind'],
    minor: bigint,
    partialAllowed = random.chance(0.2),
  ): Promise<void> => {
    const request = requestOf(payment, { kind, minor, at: at(), partialAllowed });
    const fate = random.draw();
    if (fate < 0.08) clock.after(random.between(10, 5 * minute), async () => void (await ask(tooLate(request))));
    const answer = fate < 0.16 ? undefined : await ask(request);
    if (answer && random.chance(0.1)) expectSame(await ask(request), answer);
    const isLost = random.chance(0.1);
    decide(payment, request, isLost ? undefined : answer);
    report(payment);
    if (payment.held > 0n) clock.after(holdMs, () => expire(payment));
  };

  const expire = (payment: IssuedPayment): void => {
    if (payment.held === 0n) return;
    payment.held = 0n;
    report(payment);
  };

  const part = (minor: bigint): bigint => (minor === 0n ? 0n : BigInt(random.between(1, Number(minor))));
  const clear = (payment: IssuedPayment, minor: bigint, isFinal: boolean): void => {
    if (minor === 0n || payment.declineCode !== null) return;
    if (minor > payment.held) payment.isCovered = false;
    payment.held = isFinal || minor >= payment.held ? 0n : payment.held - minor;
    book(payment, { cleared: minor });
  };

  const messages: readonly ((payment: IssuedPayment) => void | Promise<void>)[] = [
    (payment) => (payment.held > 0n ? authorise(payment, 'increment', part(2500n)) : undefined),
    (payment) => clear(payment, part(payment.held), false),
    (payment) => clear(payment, payment.held, true),
    // A tip.
    (payment) => clear(payment, payment.held > 0n ? payment.held + part(500n) : 0n, true),
    (payment) => {
      if (payment.held === 0n) return;
      payment.held -= part(payment.held);
      report(payment);
    },
    expire,
    (payment) => {
      const left = payment.cleared - payment.refunded;
      if (left > 0n) book(payment, { refunded: random.chance(0.5) ? left : part(left) });
    },
    // The rate moved meanwhile, or the merchant gives more back.
    (payment) => {
      if (payment.cleared > 0n && random.chance(0.1)) book(payment, { refunded: part(200n) });
    },
  ];

  const drawKind = (): IssuedPayment['kind'] =>
    random.chance(0.05) ? 'verification' : random.chance(0.15) ? 'presented' : 'payment';

  const pay: SimulatedIssuer['pay'] = async (cardId, billing, wanted) => {
    const kind = wanted ?? drawKind();
    const payment = openPayment(cardId, billing, kind);
    payments.set(payment.id, payment);
    const amount = part(6000n);
    if (kind === 'verification') await authorise(payment, 'verification', 0n);
    else if (kind === 'payment') await authorise(payment, 'payment', amount);
    else book(payment, random.chance(0.7) ? { cleared: amount } : { refunded: amount });
    for (let i = random.between(0, 7); i > 0; i -= 1)
      clock.after(random.between(minute, random.chance(0.5) ? 60 * minute : 12 * day), () =>
        random.oneOf(messages)(payment),
      );
    // A hotel that adds at once, so that reports overtake the next authorisation.
    if (kind === 'payment' && random.chance(0.3))
      clock.after(random.between(100, 2000), () => {
        if (payment.held > 0n) return authorise(payment, 'increment', part(2500n));
      });
    // Cleared late, after the authorisation expired.
    if (kind === 'payment' && random.chance(0.08))
      clock.after(random.between(8, 20) * day, () => clear(payment, amount, true));
    return payment;
  };

  const drain = async (cardId: string, billing: Currency): Promise<void> => {
    const payment = openPayment(cardId, billing, 'payment');
    payments.set(payment.id, payment);
    await authorise(payment, 'payment', 100_000n, true);
  };

  return {
    payments,
    pay,
    drain,
    getPayment: async (id) => {
      if (random.chance(0.2)) throw new PartnerTimeout('the simulated issuer does not answer');
      const payment = payments.get(id);
      return payment && payment.sequence > 0 ? viewOf(payment, at()) : undefined;
    },
    takeEntries: () => {
      const taken = entries;
      entries = [];
      return taken;
    },
  };
}

const openPayment = (cardId: string, billing: Currency, kind: IssuedPayment['kind']): IssuedPayment => ({
  id: randomUUID(),
  cardId,
  billing,
  kind,
  decidedBy: 'none',
  declineCode: null,
  held: 0n,
  cleared: 0n,
  refunded: 0n,
  sequence: 0,
  arrived: 0,
  isCovered: kind !== 'presented',
});

function decide(payment: IssuedPayment, request: CardAuthorisation, answer: CardAuthorisationAnswer | undefined): void {
  const asked = readAmount(payment.billing, request.billing.amount)?.minor ?? 0n;
  const isSmall = asked <= fallbackLimit;
  const approved = answer ? (readAmount(payment.billing, answer.approved)?.minor ?? 0n) : isSmall ? asked : 0n;
  payment.decidedBy = answer ? 'larkmere' : 'stand_in';
  payment.held += approved;
  if (!answer && approved > 0n) payment.isCovered = false;
  if (request.kind !== 'increment')
    payment.declineCode = answer ? answer.declineCode : isSmall ? null : 'not_available';
}

type RequestedAmount = Readonly<{
  kind: CardAuthorisation['kind'];
  minor: bigint;
  at: string;
  partialAllowed: boolean;
}>;

function requestOf({ id, cardId, billing }: IssuedPayment, { minor, ...asked }: RequestedAmount): CardAuthorisation {
  const amount = { amount: formatAmount(money(billing, minor)), currency: billing };
  // The database compares the time to answer with its own clock, which the simulation does not move.
  const answerBy = new Date(Date.now() + minute).toISOString();
  const request = { requestId: randomUUID(), paymentId: id, cardId, merchant, channel: 'chip' } as const;
  return { ...request, ...asked, answerBy, original: amount, billing: amount };
}

const tooLate = (request: CardAuthorisation): CardAuthorisation => ({
  ...request,
  answerBy: new Date(Date.now() - 1000).toISOString(),
});

function expectSame(again: CardAuthorisationAnswer | undefined, first: CardAuthorisationAnswer): void {
  if (again && JSON.stringify(again) !== JSON.stringify(first))
    throw new Error(`the same request got ${JSON.stringify(first)} and ${JSON.stringify(again)}`);
}

function viewOf(payment: IssuedPayment, at: string): CardPaymentReport {
  const { id, cardId, billing, sequence, decidedBy, declineCode } = payment;
  const text = (minor: bigint): string => formatAmount(money(billing, minor));
  return {
    kind: 'payment',
    paymentId: id,
    cardId,
    sequence,
    merchant,
    channel: 'chip',
    decidedBy,
    declineCode,
    billingCurrency: billing,
    originalCurrency: billing,
    held: text(payment.held),
    cleared: text(payment.cleared),
    refunded: text(payment.refunded),
    clearedOriginal: text(payment.cleared),
    refundedOriginal: text(payment.refunded),
    at,
  };
}

export type SettlementFile = Readonly<{ report: CardSettlementReport; lines: readonly SettlementLine[] }>;

let settlements = 0;

/** One file for each currency in which something is open. */
export function composeSettlements(entries: readonly Entry[], on: string): SettlementFile[] {
  return [...Map.groupBy(entries, ({ payment }) => payment.billing)].map(([currency, ofCurrency]) => {
    const lines = [...Map.groupBy(ofCurrency, ({ payment }) => payment.id)].map(([paymentId, ofPayment]) => ({
      paymentId,
      cleared: ofPayment.reduce((sum, { cleared }) => sum + cleared, 0n),
      refunded: ofPayment.reduce((sum, { refunded }) => sum + refunded, 0n),
    }));
    const total = (side: 'cleared' | 'refunded'): string =>
      formatAmount(
        money(
          currency,
          lines.reduce((sum, line) => sum + line[side], 0n),
        ),
      );
    settlements += 1;
    const settlementId = `CS${currency}${String(settlements).padStart(6, '0')}`;
    const totals = { cleared: total('cleared'), refunded: total('refunded'), lines: lines.length };
    return { report: { kind: 'settlement', settlementId, day: on, currency, ...totals }, lines };
  });
}
