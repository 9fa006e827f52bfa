import { randomUUID } from 'node:crypto';
import type { Money } from '@larkmere/money/money';
import { composeInstruction } from '../../apps/api/src/payments/execution/rails/compose-instruction.ts';
import { type RailEventEnvelope, readRecall } from '../../apps/api/src/payments/execution/rails/read-event.ts';
import { readStatus } from '../../apps/api/src/payments/execution/rails/read-status.ts';
import { referenceFromInstructionId } from '../../apps/api/src/payments/payment/payment-ids.ts';
import type { PaymentBank, PaymentInstruction, StatusReport } from '../../apps/api/src/payments/payment/rail.ts';
import { type Clock, day, minute, second } from './clock.ts';
import { type Credit, camt029, camt054, pacs002, pacs004 } from './messages.ts';
import { randomDelay, unreliableNetwork } from './network.ts';
import type { Random } from './random.ts';

/** The final outcome at the bank, which is the truth for every check. */
type BankOutcome = 'settled' | 'returned' | 'rejected' | 'asked';
type BankPayment = {
  order: PaymentInstruction;
  status: string;
  end: BankOutcome;
  settledTimes: number;
  returnedTimes: number;
  deductedMinor: bigint;
  reason?: string;
  isMisreported: boolean;
  recall?: 'pending' | 'accepted' | 'refused';
};

export type SimulatedBank = Readonly<{
  rail: PaymentBank;
  truthOf: (instructionId: string) => Readonly<BankPayment> | undefined;
  ordersOf: (reference: string) => readonly Readonly<BankPayment>[];
  queryPayment: (reference: string) => void;
  settleQueried: (reference: string) => Promise<void>;
  paidOut: ReadonlyMap<string, bigint>;
  credit: (credit: Credit) => void;
}>;

type BankOptions = Readonly<{
  random: Random;
  clock: Clock;
  start: Date;
  deliver: (wire: RailEventEnvelope) => Promise<boolean>;
}>;

const maxTransitMs = 9 * minute;

/**
 * An in-memory bank. Accepts an order once however often it arrives, and responds, misreports and returns as the seed
 * decides. Only messages about returns are guaranteed to arrive.
 */
export function simulatedBank({ random, clock, start, deliver }: BankOptions): SimulatedBank {
  const known = new Map<string, BankPayment>();
  const curious = new Set<string>();
  const paidOut = new Map<string, bigint>();
  const pay = ({ currency, minor }: Money): unknown => paidOut.set(currency, (paidOut.get(currency) ?? 0n) + minor);
  const [lost, slow] = random.chance(0.85)
    ? [0.15, 0.1]
    : random.oneOf([[1, 0] as const, [0.7, 0.5] as const, [0, 0.9] as const]);
  const at = (): string => new Date(start.getTime() + clock.elapsed()).toISOString();

  const carry = unreliableNetwork({ random, clock, deliver });
  const tell = (kind: RailEventEnvelope['kind'], document: string): void =>
    carry({ eventId: randomUUID(), sequence: 0, at: at(), kind, document }, kind === 'payment.return');

  const announce = (payment: BankPayment, status: string): void => {
    payment.status = status;
    tell('payment.status', pacs002(payment, at()));
  };
  const insist = (document: string): void =>
    carry({ eventId: randomUUID(), sequence: 0, at: at(), kind: 'payment.status', document }, true);
  /**
   * Weeks after all true messages, reports the opposite of the outcome. A false settlement of a queried order is
   * withdrawn after days.
   */
  const lie = (payment: BankPayment, status: string): void => {
    const isAsked = payment.end === 'asked';
    const [share, least, most] = isAsked ? [0.4, 8, 30] : [0.08, 25, 40];
    if (!random.chance(share)) return;
    clock.after(random.between(least, most) * day, () => {
      if (isAsked && payment.end !== 'asked') return;
      payment.isMisreported = true;
      insist(pacs002({ ...payment, status }, at()));
      if (isAsked) clock.after(random.between(1, 5) * day, () => insist(pacs002({ ...payment, status: 'RJCT' }, at())));
    });
  };

  const makeAfterAll = async (reference: string): Promise<void> => {
    const back = ordersOf(reference).filter(({ end, isMisreported }) => end === 'asked' && !isMisreported);
    if (back.length === 0) return;
    const payment = random.oneOf(back);
    payment.end = 'settled';
    payment.isMisreported = true;
    payment.status = settledStatusOf(payment);
    payment.settledTimes += 1;
    pay(payment.order.amount);
    const wire = { eventId: randomUUID(), sequence: 0, at: at(), kind: 'payment.status' } as const;
    const document = pacs002(payment, at());
    while (!(await deliver({ ...wire, document })));
  };

  const ordersOf = (reference: string): BankPayment[] =>
    [...known.values()].filter(({ order }) => referenceOf(order) === reference);

  const work = (payment: BankPayment): void => {
    if (random.chance(0.12)) clock.after(random.between(1, 3) * second, () => announce(payment, 'PDNG'));
    const answered = random.between(3, 60) * second;
    const days = random.chance(0.05) ? random.between(1, 3) * day : 0;
    if (payment.end === 'rejected' || payment.end === 'asked') clock.after(answered, () => refuse(payment));
    else {
      if (random.chance(0.9)) clock.after(answered - second, () => passOn(payment));
      clock.after(answered + days, () => settle(payment));
    }
  };

  const refuse = (payment: BankPayment): void => {
    announce(payment, 'RJCT');
    lie(payment, settledStatusOf(payment));
  };

  /** By SWIFT every bank reports for itself and, with shared charges, deducts one. */
  const passOn = (payment: BankPayment): void => {
    if (payment.order.chargeBearer === 'SHA') payment.deductedMinor += chargePerBank;
    announce(payment, 'ACSP');
  };

  const settle = (payment: BankPayment): void => {
    payment.settledTimes += 1;
    pay(payment.order.amount);
    announce(payment, settledStatusOf(payment));
    lie(payment, 'RJCT');
    if (random.chance(0.15))
      clock.after(randomDelay(random), () =>
        tell('payment.status', pacs002({ ...payment, status: random.oneOf(['RCVD', 'ACSP', 'ACSC']) }, at())),
      );
    if (payment.end !== 'returned') return;
    clock.after(random.chance(0.5) ? random.between(1, 30) * second : random.between(1, 20) * day, () =>
      giveBack(payment),
    );
  };

  const giveBack = (payment: BankPayment): void => {
    if (payment.returnedTimes > 0) return;
    payment.returnedTimes += 1;
    pay({ ...payment.order.amount, minor: payment.deductedMinor - payment.order.amount.minor });
    tell('payment.return', pacs004(payment, at()));
  };

  const askBack = (payment: BankPayment): void => {
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

  const take = (order: PaymentInstruction): BankPayment => {
    const before = known.get(order.endToEndId);
    if (before) return before;
    const asks = curious.has(referenceOf(order)) && (order.rfiResponse === undefined || random.chance(0.2));
    const end = asks ? 'asked' : random.chance(0.12) ? 'rejected' : random.chance(0.15) ? 'returned' : 'settled';
    const payment: BankPayment = {
      order,
      status: 'RCVD',
      end,
      settledTimes: 0,
      returnedTimes: 0,
      deductedMinor: 0n,
      isMisreported: false,
      ...(asks && { reason: random.oneOf(['RR01', 'RR05', 'MINF']) }),
    };
    known.set(order.endToEndId, payment);
    if ((end === 'rejected' || end === 'asked') && random.chance(0.4)) payment.status = 'RJCT';
    else work(payment);
    return payment;
  };

  const answerOf = (payment: BankPayment): StatusReport => readStatus(pacs002(payment, at())).answer;

  const rail: PaymentBank = {
    compose: composeInstruction,
    admit: () => ({ service: 'simulated', settle: () => {}, release: () => {} }),
    submit: async (order) => {
      if (random.chance(lost)) return 'no_response';
      if (random.chance(slow)) {
        clock.after(random.between(second, maxTransitMs), () => void take(order));
        return 'no_response';
      }
      const payment = take(order);
      return random.chance(0.15) ? 'no_response' : answerOf(payment);
    },
    enquire: async ({ endToEndId }) => {
      if (random.chance(0.2)) return 'no_response';
      const payment = known.get(endToEndId);
      return payment ? answerOf(payment) : 'unknown_to_bank';
    },
    composeRecall: ({ endToEndId }) => `<Document>${endToEndId}</Document>`,
    submitRecall: async ({ endToEndId }) => {
      if (random.chance(lost)) return 'no_response';
      const payment = known.get(endToEndId);
      if (!payment) return 'unknown_to_bank';
      if (payment.recall === undefined) askBack(payment);
      return random.chance(0.15) ? 'no_response' : readRecall(camt029(payment)).answer;
    },
  };
  return {
    rail,
    truthOf: (instructionId) => known.get(instructionId),
    ordersOf,
    settleQueried: makeAfterAll,
    queryPayment: (reference) => void curious.add(reference),
    paidOut,
    credit,
  };
}

const referenceOf = ({ instructionId }: PaymentInstruction): string =>
  referenceFromInstructionId(instructionId) ?? instructionId;

const chargePerBank = 100n;

const settledStatusOf = ({ order }: Pick<BankPayment, 'order'>): string => (order.scheme === 'swift' ? 'ACCC' : 'ACSC');
