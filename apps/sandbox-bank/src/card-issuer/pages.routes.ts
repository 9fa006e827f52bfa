import { isCurrency, type Money, money, readAmount } from '@larkmere/money/money';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Bank } from '../bank.ts';
import { sendSandboxPage } from '../sandbox-page.ts';
import { authorise, increment } from './authorise.ts';
import { findCard, type IssuedCard, listCards } from './card.ts';
import { advanceOrder, cancelOrder, returnOrder } from './card-order.ts';
import {
  clearPayment,
  expirePayment,
  type Fault,
  presentOffline,
  refundPayment,
  reversePayment,
} from './clear-payment.ts';
import { decideDispute, disputeResults, findDispute } from './dispute.ts';
import { type Channel, channels, findPayment, type IssuedPayment, Merchant, requirePayment } from './issued-payment.ts';
import { cardListPage, cardPage, deciders, listAmounts, missingPage } from './pages.ts';
import { findScenario, type Scenario } from './scenarios.ts';
import { convertAtSchemeRate } from './scheme-rates.ts';

type ById = { Params: { id: string } };

/** A person at the till, at the merchant or in the post room, with a mouse. */
export function pageRoutes(app: FastifyInstance, bank: Bank): void {
  app.get('/card-issuer', async (_request, reply) =>
    sendSandboxPage(reply, 200, cardListPage(bank, listCards(bank, 200))),
  );

  app.get<ById & { Querystring: { payment?: string; fault?: string } }>('/card-issuer/:id', async (request, reply) => {
    const card = findCard(bank, request.params.id);
    if (!card) return sendSandboxPage(reply, 404, missingPage());
    return sendSandboxPage(reply, 200, cardPage(bank, card, readOutcome(bank, request.query)));
  });

  app.post<ById>('/card-issuer/:id', async (request, reply) => {
    const card = findCard(bank, request.params.id);
    if (!card) return sendSandboxPage(reply, 404, missingPage());
    const form = readForm(request);
    const order = orderActions.get(form.get('order') ?? '');
    if (order) bank.store.inTransaction(() => order(bank, card.cardId));
    const chosen = findScenario(form.get('scenario') ?? '') ?? (form.has('own') ? readOwn(form) : undefined);
    const payment = chosen && (await play(bank, card, chosen));
    bank.wake();
    return toCardPage(reply, card.cardId, payment?.paymentId, form.has('own') && !payment ? 'unreadable' : undefined);
  });

  app.post<ById>('/card-issuer/payments/:id', async (request, reply) => {
    const payment = findPayment(bank, request.params.id);
    const action = payment && paymentActions.get(readForm(request).get('action') ?? '');
    if (!action) return sendSandboxPage(reply, 404, missingPage());
    const changed = await action(bank, payment);
    bank.wake();
    return toCardPage(reply, payment.cardId, payment.paymentId, typeof changed === 'string' ? changed : undefined);
  });

  app.post<ById>('/card-issuer/disputes/:id', async (request, reply) => {
    const dispute = findDispute(bank, request.params.id);
    const to = disputeResults.find((each) => each === readForm(request).get('action'));
    if (!dispute || !to) return sendSandboxPage(reply, 404, missingPage());
    bank.store.inTransaction(() => decideDispute(bank, dispute, to));
    bank.wake();
    return toCardPage(reply, requirePayment(bank, dispute.paymentId).cardId);
  });
}

const readForm = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(typeof request.body === 'string' ? request.body : '');

function toCardPage(reply: FastifyReply, cardId: string, paymentId?: string, fault?: string): FastifyReply {
  const query = new URLSearchParams({ ...(paymentId && { payment: paymentId }), ...(fault && { fault }) });
  return reply.redirect(`/card-issuer/${cardId}?${query}`, 303);
}

function readOutcome(bank: Bank, { payment: id, fault }: { payment?: string; fault?: string }): string | undefined {
  if (fault !== undefined) return `Not done: ${fault.replaceAll('_', ' ')}.`;
  const payment = id === undefined ? undefined : findPayment(bank, id);
  if (!payment) return undefined;
  const reason = payment.declineCode ? `, ${payment.declineCode.replaceAll('_', ' ')}` : '';
  return `${payment.merchant.name}: ${listAmounts(payment).replaceAll('<br>', ', ')}${reason} (${deciders[payment.decidedBy]}).`;
}

const orderActions: ReadonlyMap<string, (bank: Bank, cardId: string) => boolean> = new Map([
  ['next', advanceOrder],
  ['returned', returnOrder],
  ['cancelled', cancelOrder],
]);

async function play(bank: Bank, card: IssuedCard, chosen: Scenario): Promise<IssuedPayment> {
  const { merchant, channel, original, type } = chosen;
  if (type === 'cleared' || type === 'refunded')
    return bank.store.inTransaction(() => presentOffline(bank, card, { merchant, channel, original, side: type }));
  return authorise(bank, card, { ...chosen, kind: type === 'verified' ? 'verification' : 'payment' });
}

function readOwn(form: URLSearchParams): Scenario | undefined {
  const currency = form.get('currency') ?? '';
  const original = isCurrency(currency) ? readAmount(currency, form.get('amount')?.trim() ?? '') : undefined;
  const merchant = Merchant.safeParse({
    name: form.get('merchant')?.trim(),
    city: '',
    country: form.get('country'),
    category: form.get('category'),
  });
  const channel: Channel | undefined = channels.find((each) => each === form.get('channel'));
  if (!original || original.minor === 0n || !merchant.success || !channel) return undefined;
  const fixed = { id: 'own', label: '', type: 'authorised', partialAllowed: false, network: 'normal' } as const;
  return { ...fixed, merchant: merchant.data, channel, original, clearAfterDays: null };
}

type Action = (bank: Bank, payment: IssuedPayment) => IssuedPayment | Fault | Promise<IssuedPayment | Fault>;

const half = (currency: IssuedPayment['original'], minor: bigint): Money => money(currency, (minor + 1n) / 2n);
const inTransaction =
  (run: (bank: Bank, payment: IssuedPayment) => IssuedPayment | Fault): Action =>
  (bank, payment) =>
    bank.store.inTransaction(() => run(bank, payment));

const paymentActions: ReadonlyMap<string, Action> = new Map([
  ['clear', inTransaction((bank, payment) => clearPayment(bank, payment))],
  [
    'clear_tip',
    inTransaction((bank, payment) =>
      clearPayment(bank, payment, { amount: money(payment.original, (payment.heldOriginal * 115n) / 100n) }),
    ),
  ],
  [
    'clear_half',
    inTransaction((bank, payment) =>
      clearPayment(bank, payment, { amount: half(payment.original, payment.heldOriginal), isFinal: false }),
    ),
  ],
  [
    'clear_usd',
    inTransaction((bank, payment) =>
      clearPayment(bank, payment, { amount: convertAtSchemeRate(bank, money(payment.billing, payment.held), 'USD') }),
    ),
  ],
  ['reverse', inTransaction((bank, payment) => reversePayment(bank, payment))],
  [
    'reverse_half',
    inTransaction((bank, payment) => reversePayment(bank, payment, half(payment.original, payment.heldOriginal))),
  ],
  ['expire', inTransaction((bank, payment) => expirePayment(bank, payment.paymentId, false))],
  ['refund', inTransaction((bank, payment) => refundPayment(bank, payment))],
  [
    'refund_half',
    inTransaction((bank, payment) =>
      refundPayment(bank, payment, half(payment.original, payment.clearedOriginal - payment.refundedOriginal)),
    ),
  ],
  [
    'increment',
    async (bank, payment) => {
      const added = await increment(bank, payment, half(payment.original, payment.heldOriginal), 'normal');
      return added ? (added.isApproved ? added.payment : 'declined') : 'nothing_held';
    },
  ],
]);
