import { randomUUID } from 'node:crypto';
import type { Money } from '@larkmere/money/money';
import { referenceWithin } from '../../apps/api/src/payment/attempt.ts';
import { composeOrder } from '../../apps/api/src/payment/rails/compose-order.ts';
import type { Rail, RailAnswer, RailOrder } from '../../apps/api/src/payment/rails/rail.ts';
import type { RailWire } from '../../apps/api/src/payment/rails/read-event.ts';
import { readRecall } from '../../apps/api/src/payment/rails/read-recall.ts';
import { readStatus } from '../../apps/api/src/payment/rails/read-status.ts';
import { type Clock, day, minute, second } from './clock.ts';
import { type Credit, camt029, camt054, pacs002, pacs004 } from './messages.ts';
import { delay, network } from './network.ts';
import type { Random } from './random.ts';

/** What becomes of a payment at the bank in the end; the bank's own account of it is the truth. */
type End = 'settled' | 'returned' | 'rejected' | 'asked';
type Known = {
  order: RailOrder;
  status: string;
  end: End;
  settledTimes: number;
  returnedTimes: number;
  /** What banks on the way kept of it. */
  keptMinor: bigint;
  /** Why it is refused, where that is not the payee's account. */
  reason?: string;
  /** The bank said the opposite of what it did, or of what it had said before. */
  lied: boolean;
  /** What the payee's bank says of a wish to have it back, when we asked for that. */
  recall?: 'pending' | 'accepted' | 'refused';
};

export type SimulatedBank = Readonly<{
  rail: Rail;
  /** What the bank did with an order; undefined when it never came. */
  truthOf: (instructionId: string) => Readonly<Known> | undefined;
  /** All that it got of one payment. */
  ordersOf: (reference: string) => readonly Readonly<Known>[];
  /** Makes it ask about a payment: an order that does not answer is given back, and at times one that does. */
  wonder: (reference: string) => void;
  /** Makes it carry out one of the orders that it gave back, and say so at once. */
  makeAfterAll: (reference: string) => Promise<void>;
  /** What left our account at the bank, less what came back to it, in minor units of each currency. */
  paidOut: ReadonlyMap<string, bigint>;
  credit: (credit: Credit) => void;
}>;

type Parts = Readonly<{ random: Random; clock: Clock; start: Date; deliver: (wire: RailWire) => Promise<boolean> }>;

/** No message of ours is under way for longer than this. */
const longestOnTheWay = 9 * minute;

/**
 * A bank behind its network, in memory: it takes an order once however often it comes, and answers, lies and returns as the
 * seed has it. News of a return has to arrive; any other may be lost for good.
 */
export function simulatedBank({ random, clock, start, deliver }: Parts): SimulatedBank {
  const known = new Map<string, Known>();
  const curious = new Set<string>();
  const paidOut = new Map<string, bigint>();
  const pay = ({ currency, minor }: Money): unknown => paidOut.set(currency, (paidOut.get(currency) ?? 0n) + minor);
  // On some days nearly nothing gets through, or nothing at all, or everything late.
  const [lost, slow] = random.chance(0.85)
    ? [0.15, 0.1]
    : random.oneOf([[1, 0] as const, [0.7, 0.5] as const, [0, 0.9] as const]);
  const at = (): string => new Date(start.getTime() + clock.elapsed()).toISOString();

  const carry = network({ random, clock, deliver });
  const tell = (kind: RailWire['kind'], document: string): void =>
    carry({ eventId: randomUUID(), sequence: 0, at: at(), kind, document }, kind === 'payment.return');

  const announce = (payment: Known, status: string): void => {
    payment.status = status;
    tell('payment.status', pacs002(payment, at()));
  };
  const insist = (document: string): void =>
    carry({ eventId: randomUUID(), sequence: 0, at: at(), kind: 'payment.status', document }, true);
  /**
   * Weeks later, when all that is true has arrived: a paid payment was refused, or a refused one was paid. That it made what it
   * gave back it takes back after days.
   */
  const lie = (payment: Known, status: string): void => {
    const isAsked = payment.end === 'asked';
    const [share, least, most] = isAsked ? [0.4, 8, 30] : [0.08, 25, 40];
    if (!random.chance(share)) return;
    clock.after(random.between(least, most) * day, () => {
      if (isAsked && payment.end !== 'asked') return; // it has made it
      payment.lied = true;
      insist(pacs002({ ...payment, status }, at()));
      if (isAsked) clock.after(random.between(1, 5) * day, () => insist(pacs002({ ...payment, status: 'RJCT' }, at())));
    });
  };

  const makeAfterAll = async (reference: string): Promise<void> => {
    const back = ordersOf(reference).filter(({ end, lied }) => end === 'asked' && !lied);
    if (back.length === 0) return;
    const payment = random.oneOf(back);
    payment.end = 'settled';
    payment.lied = true;
    payment.status = settledAs(payment);
    payment.settledTimes += 1;
    pay(payment.order.amount);
    const wire = { eventId: randomUUID(), sequence: 0, at: at(), kind: 'payment.status' } as const;
    const document = pacs002(payment, at());
    while (!(await deliver({ ...wire, document })));
  };

  const ordersOf = (reference: string): Known[] =>
    [...known.values()].filter(({ order }) => referenceOf(order) === reference);

  const work = (payment: Known): void => {
    if (random.chance(0.12)) clock.after(random.between(1, 3) * second, () => announce(payment, 'PDNG'));
    const answered = random.between(3, 60) * second;
    const days = random.chance(0.05) ? random.between(1, 3) * day : 0;
    if (payment.end === 'rejected' || payment.end === 'asked') clock.after(answered, () => refuse(payment));
    else {
      if (random.chance(0.9)) clock.after(answered - second, () => passOn(payment));
      clock.after(answered + days, () => settle(payment));
    }
  };

  const refuse = (payment: Known): void => {
    announce(payment, 'RJCT');
    lie(payment, settledAs(payment));
  };

  /** By SWIFT every bank tells of itself, and with shared charges keeps something. */
  const passOn = (payment: Known): void => {
    if (payment.order.chargeBearer === 'SHA') payment.keptMinor += keptByEach;
    announce(payment, 'ACSP');
  };

  const settle = (payment: Known): void => {
    payment.settledTimes += 1;
    pay(payment.order.amount);
    announce(payment, settledAs(payment));
    lie(payment, 'RJCT');
    // Old news once more, under an id of its own.
    if (random.chance(0.15))
      clock.after(delay(random), () =>
        tell('payment.status', pacs002({ ...payment, status: random.oneOf(['RCVD', 'ACSP', 'ACSC']) }, at())),
      );
    if (payment.end !== 'returned') return;
    clock.after(random.chance(0.5) ? random.between(1, 30) * second : random.between(1, 20) * day, () =>
      giveBack(payment),
    );
  };

  const giveBack = (payment: Known): void => {
    if (payment.returnedTimes > 0) return;
    payment.returnedTimes += 1;
    pay({ ...payment.order.amount, minor: payment.keptMinor - payment.order.amount.minor });
    tell('payment.return', pacs004(payment, at()));
  };

  /** The payee's bank answers at once, after days, or never; where it agrees and has the money, that comes back too. */
  const askBack = (payment: Known): void => {
    payment.recall = 'pending';
    if (random.chance(0.2)) return;
    clock.after(random.chance(0.4) ? random.between(1, 60) * second : random.between(1, 10) * day, () => {
      const mayComeBack = payment.end === 'settled' && payment.settledTimes > 0;
      const agrees = payment.returnedTimes > 0 || (mayComeBack && random.chance(0.5));
      payment.recall = agrees ? 'accepted' : 'refused';
      if (agrees && payment.end === 'settled') {
        payment.end = 'returned';
        giveBack(payment);
      }
      const resolved = camt029(payment);
      carry({ eventId: randomUUID(), sequence: 0, at: at(), kind: 'payment.recall', document: resolved }, true);
    });
  };

  const credit = (arrived: Credit): void => {
    pay({ currency: 'GBP', minor: -arrived.minor });
    for (let times = random.chance(0.2) ? 2 : 1; times > 0; times -= 1)
      carry({ eventId: randomUUID(), sequence: 0, at: at(), kind: 'credit', document: camt054(arrived, at()) }, true);
  };

  const take = (order: RailOrder): Known => {
    const before = known.get(order.endToEndId);
    if (before) return before;
    const asks = curious.has(referenceOf(order)) && (order.answer === undefined || random.chance(0.2));
    const end = asks ? 'asked' : random.chance(0.12) ? 'rejected' : random.chance(0.15) ? 'returned' : 'settled';
    const payment: Known = {
      order,
      status: 'RCVD',
      end,
      settledTimes: 0,
      returnedTimes: 0,
      keptMinor: 0n,
      lied: false,
      ...(asks && { reason: random.oneOf(['RR01', 'RR05', 'MINF']) }),
    };
    known.set(order.endToEndId, payment);
    if ((end === 'rejected' || end === 'asked') && random.chance(0.4)) payment.status = 'RJCT';
    else work(payment);
    return payment;
  };

  const answerOf = (payment: Known): RailAnswer => readStatus(pacs002(payment, at())).answer;

  const rail: Rail = {
    name: 'faster-payments', // for what is logged alone: this bank takes the orders of every rail
    compose: composeOrder,
    submit: async (order) => {
      if (random.chance(lost)) return 'silence'; // it never gets there
      if (random.chance(slow)) {
        clock.after(random.between(second, longestOnTheWay), () => void take(order));
        return 'silence';
      }
      const payment = take(order);
      return random.chance(0.15) ? 'silence' : answerOf(payment);
    },
    enquire: async ({ endToEndId }) => {
      if (random.chance(0.2)) return 'silence';
      const payment = known.get(endToEndId);
      return payment ? answerOf(payment) : 'never_seen';
    },
    composeRecall: ({ endToEndId }) => `<Document>${endToEndId}</Document>`,
    submitRecall: async ({ endToEndId }) => {
      if (random.chance(lost)) return 'silence';
      const payment = known.get(endToEndId);
      if (!payment) return 'never_seen';
      if (payment.recall === undefined) askBack(payment);
      return random.chance(0.15) ? 'silence' : readRecall(camt029(payment)).answer;
    },
  };
  return {
    rail,
    truthOf: (instructionId) => known.get(instructionId),
    ordersOf,
    makeAfterAll,
    wonder: (reference) => void curious.add(reference),
    paidOut,
    credit,
  };
}

const referenceOf = ({ instructionId }: RailOrder): string => referenceWithin(instructionId) ?? instructionId;

/** A bank on the way keeps so much where both sides bear their own. */
const keptByEach = 100n;

const settledAs = ({ order }: Pick<Known, 'order'>): string => (order.scheme === 'swift' ? 'ACCC' : 'ACSC');
