import { randomUUID } from 'node:crypto';
import { formatAmount } from '@larkmere/money/money';
import type { Rail, RailAnswer, RailOrder } from '../../apps/api/src/payment/rails/rail.ts';
import type { RailWire } from '../../apps/api/src/payment/rails/read-event.ts';
import { readStatus } from '../../apps/api/src/payment/rails/read-status.ts';
import { type Clock, day, hour, minute, second } from './clock.ts';
import type { Random } from './random.ts';

/** What becomes of a payment at the bank in the end; the bank's own account of it is the truth. */
type End = 'settled' | 'returned' | 'rejected';
type Known = { order: RailOrder; status: string; end: End; settledTimes: number; returnedTimes: number };

export type SimulatedBank = Readonly<{
  rail: Rail;
  /** What the bank did with an order; undefined when it never came. */
  truthOf: (endToEndId: string) => Readonly<Known> | undefined;
}>;

type Parts = Readonly<{ random: Random; clock: Clock; start: Date; deliver: (wire: RailWire) => Promise<boolean> }>;

/** No message of ours is under way for longer than this. */
const longestOnTheWay = 9 * minute;

/**
 * A bank and the network before it, in memory: it takes an order once however often it comes, and answers late, twice, out
 * of order or never, as the seed has it. News of a return comes again until it was taken; any other may be lost for good.
 */
export function simulatedBank({ random, clock, start, deliver }: Parts): SimulatedBank {
  const known = new Map<string, Known>();
  // On some days nearly nothing gets through, or nothing at all, or everything late.
  const [lost, slow] = random.chance(0.85)
    ? [0.15, 0.1]
    : random.oneOf([[1, 0] as const, [0.7, 0.5] as const, [0, 0.9] as const]);
  const at = (): string => new Date(start.getTime() + clock.elapsed()).toISOString();

  const carry = (wire: RailWire, mustArrive: boolean): void => {
    const copies = random.chance(0.15) ? 2 : !mustArrive && random.chance(0.12) ? 0 : 1;
    for (let i = 0; i < copies; i += 1) clock.after(delay(random), () => arrive(wire, mustArrive));
  };
  const arrive = async (wire: RailWire, mustArrive: boolean): Promise<void> => {
    if (!(await deliver(wire)) && (mustArrive || random.chance(0.7)))
      clock.after(delay(random), () => arrive(wire, mustArrive));
  };
  const tell = (kind: RailWire['kind'], document: string): void =>
    carry({ eventId: randomUUID(), sequence: 0, at: at(), kind, document }, kind === 'payment.return');

  const announce = (payment: Known, status: string): void => {
    payment.status = status;
    tell('payment.status', pacs002(payment.order.endToEndId, status, at()));
  };

  const work = (payment: Known): void => {
    if (random.chance(0.12)) clock.after(random.between(1, 3) * second, () => announce(payment, 'PDNG'));
    const answered = random.between(3, 60) * second;
    const days = random.chance(0.05) ? random.between(1, 3) * day : 0;
    if (payment.end === 'rejected') clock.after(answered, () => announce(payment, 'RJCT'));
    else {
      if (random.chance(0.9)) clock.after(answered - second, () => announce(payment, 'ACSP'));
      clock.after(answered + days, () => settle(payment));
    }
  };

  const settle = (payment: Known): void => {
    payment.settledTimes += 1;
    announce(payment, 'ACSC');
    // Old news once more, under an id of its own.
    if (random.chance(0.15))
      clock.after(delay(random), () =>
        tell('payment.status', pacs002(payment.order.endToEndId, random.oneOf(['RCVD', 'ACSP', 'ACSC']), at())),
      );
    if (payment.end !== 'returned') return;
    clock.after(random.chance(0.5) ? random.between(1, 30) * second : random.between(1, 20) * day, () => {
      payment.returnedTimes += 1;
      tell('payment.return', pacs004(payment.order, at()));
    });
  };

  const take = (order: RailOrder): Known => {
    const before = known.get(order.endToEndId);
    if (before) return before;
    const end = random.chance(0.12) ? 'rejected' : random.chance(0.15) ? 'returned' : 'settled';
    const payment: Known = { order, status: 'RCVD', end, settledTimes: 0, returnedTimes: 0 };
    known.set(order.endToEndId, payment);
    if (end === 'rejected' && random.chance(0.4)) payment.status = 'RJCT';
    else work(payment);
    return payment;
  };

  const answerOf = ({ order, status }: Known): RailAnswer => readStatus(pacs002(order.endToEndId, status, at())).answer;

  const rail: Rail = {
    name: 'faster-payments',
    compose: ({ endToEndId }) => `<Document>${endToEndId}</Document>`,
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
    // Nobody in this world asks for a payment back.
    composeRecall: ({ endToEndId }) => `<Document>${endToEndId}</Document>`,
    submitRecall: async () => 'silence',
  };
  return { rail, truthOf: (endToEndId) => known.get(endToEndId) };
}

/** Mostly soon, sometimes after others that were sent later, now and then after days. */
function delay(random: Random): number {
  if (random.chance(0.05)) return random.between(hour, 2 * day);
  return random.chance(0.25) ? random.between(second, 5 * minute) : random.between(10, 900);
}

const document = (message: string, content: string): string =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}">${content}</Document>`;

function pacs002(endToEndId: string, status: string, at: string): string {
  const reason = status === 'RJCT' ? '<StsRsnInf><Rsn><Cd>AC01</Cd></Rsn></StsRsnInf>' : '';
  const settled = status === 'ACSC' ? `<FctvIntrBkSttlmDt><DtTm>${at}</DtTm></FctvIntrBkSttlmDt>` : '';
  return document(
    'pacs.002.001.10',
    `<FIToFIPmtStsRpt><GrpHdr><CreDtTm>${at}</CreDtTm></GrpHdr><TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason}${settled}</TxInfAndSts></FIToFIPmtStsRpt>`,
  );
}

const pacs004 = ({ endToEndId, amount }: RailOrder, at: string): string =>
  document(
    'pacs.004.001.09',
    `<PmtRtr><TxInf><RtrId>R${endToEndId}</RtrId><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId>
     <RtrdIntrBkSttlmAmt Ccy="${amount.currency}">${formatAmount(amount)}</RtrdIntrBkSttlmAmt><SttlmTmIndctn><CdtDtTm>${at}</CdtDtTm></SttlmTmIndctn>
     <RtrRsnInf><Rsn><Cd>AC04</Cd></Rsn></RtrRsnInf></TxInf></PmtRtr>`,
  );
