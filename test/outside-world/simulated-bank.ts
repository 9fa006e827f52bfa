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

/** The final outcome at the bank, which is the truth for every check. */
type End = 'settled' | 'returned' | 'rejected' | 'asked';
type Known = {
  order: RailOrder;
  status: string;
  end: End;
  settledTimes: number;
  returnedTimes: number;
  keptMinor: bigint;
  reason?: string;
  lied: boolean;
  recall?: 'pending' | 'accepted' | 'refused';
};

export type SimulatedBank = Readonly<{
  rail: Rail;
  truthOf: (instructionId: string) => Readonly<Known> | undefined;
  ordersOf: (reference: string) => readonly Readonly<Known>[];
  wonder: (reference: string) => void;
  makeAfterAll: (reference: string) => Promise<void>;
  paidOut: ReadonlyMap<string, bigint>;
  credit: (credit: Credit) => void;
}>;

type Parts = Readonly<{ random: Random; clock: Clock; start: Date; deliver: (wire: RailWire) => Promise<boolean> }>;

const longestOnTheWay = 9 * minute;

/**
 * An in-memory bank. Accepts an order once however often it arrives, and responds, misreports and returns as the seed
 * decides. Only messages about returns are guaranteed to arrive.
 */
export function simulatedBank({ random, clock, start, deliver }: Parts): SimulatedBank {
  const known = new Map<string, Known>();
  const curious = new Set<string>();
  const paidOut = new Map<string, bigint>();
  const pay = ({ currency, minor }: Money): unknown => paidOut.set(currency, (paidOut.get(currency) ?? 0n) + minor);
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
   * Weeks after all true messages, reports the opposite of the outcome. A false settlement of a queried order is
   * withdrawn after days.
   */
  const lie = (payment: Known, status: string): void => {
    const isAsked = payment.end === 'asked';
    const [share, least, most] = isAsked ? [0.4, 8, 30] : [0.08, 25, 40];
    if (!random.chance(share)) return;
    clock.after(random.between(least, most) * day, () => {
      if (isAsked && payment.end !== 'asked') return;
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

  /** By SWIFT every bank reports for itself and, with shared charges, deducts one. */
  const passOn = (payment: Known): void => {
    if (payment.order.chargeBearer === 'SHA') payment.keptMinor += keptByEach;
    announce(payment, 'ACSP');
  };

  const settle = (payment: Known): void => {
    payment.settledTimes += 1;
    pay(payment.order.amount);
    announce(payment, settledAs(payment));
    lie(payment, 'RJCT');
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
    name: 'faster-payments',
    compose: composeOrder,
    submit: async (order) => {
      if (random.chance(lost)) return 'silence';
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

const keptByEach = 100n;

const settledAs = ({ order }: Pick<Known, 'order'>): string => (order.scheme === 'swift' ? 'ACCC' : 'ACSC');
