import { isCurrency, type Money, readAmount } from '@larkmere/money/money';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { authorise, increment } from './authorise.ts';
import { findCard, listCards, viewCard } from './card.ts';
import { advanceOrder, cancelOrder, returnOrder } from './card-order.ts';
import {
  clearPayment,
  expirePayment,
  type Fault,
  presentOffline,
  refundPayment,
  reversePayment,
} from './clear-payment.ts';
import { decideDispute, disputeResults, findDispute, viewDispute } from './dispute.ts';
import { channels, findPayment, type IssuedPayment, listPayments, Merchant, viewPayment } from './issued-payment.ts';
import { networks } from './request-authorisation.ts';
import { changeSchemeRate } from './scheme-rates.ts';
import { listSettlements, openCurrencies, settle } from './settle.ts';

const AmountFields = z
  .object({ currency: z.string(), amount: z.string() })
  .transform(({ currency, amount }, context): Money => {
    const read = isCurrency(currency) ? readAmount(currency, amount) : undefined;
    if (read) return read;
    context.addIssue({ code: 'custom', message: 'An amount such as 12.34, in a currency that we know' });
    return z.NEVER;
  });

const defaultMerchant: Merchant = { name: 'Café Lumière', city: 'Paris', country: 'FR', category: '5814' };
const Presented = z.object({ merchant: Merchant.default(defaultMerchant), channel: z.enum(channels).default('chip') });

const Payment = Presented.extend({
  kind: z.enum(['payment', 'verification']).default('payment'),
  partialAllowed: z.boolean().default(false),
  pin: z.string().optional(),
  cvc: z.string().optional(),
  network: z.enum(networks).default('normal'),
  clearAfterDays: z.int().min(0).nullable().default(null),
}).and(AmountFields);

const Offline = Presented.extend({ side: z.enum(['cleared', 'refunded']).default('cleared') }).and(AmountFields);

type ById = { Params: { id: string } };
type ByAction = { Params: { id: string; action: string } };

const sendBadRequest = (reply: FastifyReply, error: z.ZodError) =>
  reply.code(400).send({ message: z.prettifyError(error) });
const sendMissing = (reply: FastifyReply) => reply.code(404).send({ message: 'No such card, payment or action' });

/** Unsigned levers of tests and of the sandbox's page. */
export function controlRoutes(app: FastifyInstance, bank: Bank): void {
  cardControls(app, bank);
  paymentControls(app, bank);
  otherControls(app, bank);
}

function cardControls(app: FastifyInstance, bank: Bank): void {
  app.get('/sandbox/issued-cards', async () =>
    listCards(bank, 200).map((card) => ({
      ...viewCard(bank, card),
      holderName: card.holderName,
      letterCode: card.letterCode,
      wrongPins: card.wrongPins,
    })),
  );

  app.post<ById>('/sandbox/issued-cards/:id/payments', async (request, reply) => {
    const card = findCard(bank, request.params.id);
    if (!card) return sendMissing(reply);
    const paymentRequest = Payment.safeParse(request.body);
    if (!paymentRequest.success) return sendBadRequest(reply, paymentRequest.error);
    const { currency, minor, ...given } = paymentRequest.data;
    if ((minor === 0n) !== (given.kind === 'verification'))
      return reply.code(400).send({ message: 'More than nothing, except for a verification' });
    const payment = await authorise(bank, card, { ...given, original: { currency, minor } });
    bank.wake();
    return reply.code(201).send(viewPayment(payment));
  });

  app.post<ById>('/sandbox/issued-cards/:id/offline', async (request, reply) => {
    const card = findCard(bank, request.params.id);
    if (!card) return sendMissing(reply);
    const offlinePayment = Offline.safeParse(request.body);
    if (!offlinePayment.success) return sendBadRequest(reply, offlinePayment.error);
    const { currency, minor, ...given } = offlinePayment.data;
    if (minor === 0n) return reply.code(400).send({ message: 'More than nothing' });
    const payment = bank.store.inTransaction(() =>
      presentOffline(bank, card, { ...given, original: { currency, minor } }),
    );
    bank.wake();
    return reply.code(201).send(viewPayment(payment));
  });

  const orderActions = { next: advanceOrder, returned: returnOrder, cancelled: cancelOrder };
  app.post<ByAction>('/sandbox/issued-cards/:id/order/:action', async (request, reply) => {
    const { id, action } = request.params;
    const card = findCard(bank, id);
    const run = Object.entries(orderActions).find(([name]) => name === action)?.[1];
    if (!card || !run) return sendMissing(reply);
    const isDone = bank.store.inTransaction(() => run(bank, card.cardId));
    bank.wake();
    return isDone ? viewCard(bank, card) : reply.code(409).send({ message: 'Not in this state' });
  });
}

const Change = z.union([
  z
    .object({ final: z.boolean().default(true), network: z.enum(networks).default('normal') })
    .and(AmountFields)
    .transform(({ currency, minor, ...rest }) => ({ amount: { currency, minor } as Money, ...rest })),
  z.strictObject({ final: z.boolean().default(true) }).transform((rest) => ({ amount: undefined, ...rest })),
]);
type Change = z.output<typeof Change>;

type Run = (bank: Bank, payment: IssuedPayment, given: Change) => IssuedPayment | Fault;

export const paymentActions: Readonly<Record<'clear' | 'reverse' | 'refund' | 'expire', Run>> = {
  clear: (bank, payment, { amount, final }) => clearPayment(bank, payment, { amount, isFinal: final }),
  reverse: (bank, payment, { amount }) => reversePayment(bank, payment, amount),
  refund: (bank, payment, { amount }) => refundPayment(bank, payment, amount),
  expire: (bank, payment) => expirePayment(bank, payment.paymentId, false),
};

function paymentControls(app: FastifyInstance, bank: Bank): void {
  app.get('/sandbox/issued-cards/payments', async () => listPayments(bank, 200).map(viewPayment));

  app.post<ByAction>('/sandbox/issued-cards/payments/:id/:action', async (request, reply) => {
    const { id, action } = request.params;
    const payment = findPayment(bank, id);
    const run = Object.entries(paymentActions).find(([name]) => name === action)?.[1];
    if (!payment || (!run && action !== 'increment')) return sendMissing(reply);
    const given = Change.safeParse(request.body ?? {});
    if (!given.success) return sendBadRequest(reply, given.error);
    if (run) {
      const changed = bank.store.inTransaction(() => run(bank, payment, given.data));
      bank.wake();
      return typeof changed === 'string' ? reply.code(409).send({ message: changed }) : viewPayment(changed);
    }
    if (!given.data.amount) return reply.code(400).send({ message: 'By how much?' });
    const network = 'network' in given.data ? given.data.network : 'normal';
    const added = await increment(bank, payment, given.data.amount, network);
    if (!added) return reply.code(409).send({ message: 'nothing_held' });
    return { ...viewPayment(added.payment), approved: added.isApproved };
  });
}

function otherControls(app: FastifyInstance, bank: Bank): void {
  app.post<ByAction>('/sandbox/issued-cards/disputes/:id/:action', async (request, reply) => {
    const to = z.enum(disputeResults).safeParse(request.params.action);
    const dispute = findDispute(bank, request.params.id);
    if (!dispute || !to.success) return sendMissing(reply);
    const isDone = bank.store.inTransaction(() => decideDispute(bank, dispute, to.data));
    bank.wake();
    if (!isDone) return reply.code(409).send({ message: `Not while it is ${dispute.state}` });
    return viewDispute(findDispute(bank, dispute.disputeId) ?? dispute);
  });

  app.get('/sandbox/issued-cards/settlements', async () => listSettlements(bank, 200));

  app.post('/sandbox/issued-cards/settlements', async () => {
    const settled = bank.store.inTransaction(() => openCurrencies(bank).map((currency) => settle(bank, currency)));
    bank.wake();
    return { settlementIds: settled };
  });

  const SchemeRate = z.object({ currency: z.string(), perDollar: z.string() });
  app.put('/sandbox/issued-cards/rates', async (request, reply) => {
    const rate = SchemeRate.safeParse(request.body);
    if (!rate.success) return sendBadRequest(reply, rate.error);
    return changeSchemeRate(bank, rate.data.currency, rate.data.perDollar)
      ? reply.code(204).send()
      : reply.code(400).send({ message: 'A currency other than USD, and its units for one dollar' });
  });
}
