import { createHmac } from 'node:crypto';
import { CardBrand, CardFunding } from '@larkmere/contract/cards/card';
import { CardReport } from '@larkmere/contract/cards/top-up';
import { CurrencyCode } from '@larkmere/contract/platform/fields';
import { z } from 'zod';
import type { CallKind } from '../../../platform/http/breaker.ts';
import {
  callPartner,
  type Partner,
  type PartnerReply,
  type PartnerRequest,
  PartnerTimeout,
  readJson,
} from '../../../platform/http/partner-client.ts';
import type { Gate } from '../../../platform/http/service-breakers.ts';

const BinFacts = z.object({
  bin: z.string(),
  brand: CardBrand,
  funding: CardFunding,
  commercial: z.boolean(),
  issuer: z.string(),
  country: z.string().regex(/^[A-Z]{2}$/),
  currency: CurrencyCode,
});
export type BinFacts = z.infer<typeof BinFacts>;

const CardFacts = BinFacts.extend({
  last4: z.string().regex(/^\d{4}$/),
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z.int(),
});
export type CardFacts = z.infer<typeof CardFacts>;

const Reply = CardReport.extend({ challengeUrl: z.url({ protocol: /^https?$/ }).nullable() });
export type CardPaymentReply = z.infer<typeof Reply>;

/**
 * Every call may be repeated. Each throws `PartnerTimeout` when it is unknown what the processor did. Undefined means
 * that the processor does not know the payment, token or digits.
 */
export type CardProcessor = Readonly<{
  /** `rejected`: the processor did not take the order, so nothing will be charged for it. */
  createPayment: (document: string) => Promise<CardPaymentReply | 'rejected'>;
  getPayment: (paymentId: string) => Promise<CardPaymentReply | undefined>;
  capturePayment: (paymentId: string) => Promise<CardPaymentReply | undefined>;
  /** An order that has not arrived yet is refused if it arrives later. */
  cancelPayment: (paymentId: string) => Promise<CardPaymentReply | undefined>;
  refundPayment: (paymentId: string) => Promise<CardPaymentReply | undefined>;
  findToken: (token: string) => Promise<CardFacts | undefined>;
  findBin: (digits: string) => Promise<BinFacts | undefined>;
  deleteCard: (vaultId: string) => Promise<void>;
  /** Address of the form in which the card number is typed; only pages of `origin` may show it. */
  formUrl: (origin: string, now: Date) => string;
}>;

/** `gate`: of top-ups. Looking up and deleting cards is not part of them. */
export function cardProcessor(partner: Partner, gate?: Gate): CardProcessor {
  const call = (method: PartnerRequest['method'], path: string, sent: Sent = {}): Promise<PartnerReply> =>
    callPartner({ ...partner, ...sent, method, path });
  const counted = (kind: CallKind): Sent => (gate ? { gate, kind } : {});

  async function ask<Shape extends z.ZodType>(
    shape: Shape,
    ...what: Parameters<typeof call>
  ): Promise<z.output<Shape> | undefined> {
    const reply = await call(...what);
    return reply.status === 404 ? undefined : readReply(shape, reply);
  }

  const change = (paymentId: string, action: string) =>
    ask(Reply, 'POST', `/v1/card-payments/${paymentId}/${action}`, counted('follow_up'));

  return {
    async createPayment(document) {
      const reply = await call('POST', '/v1/card-payments', { ...counted('new'), body: document });
      return reply.status === 422 ? 'rejected' : readReply(Reply, reply);
    },
    getPayment: (paymentId) => ask(Reply, 'GET', `/v1/card-payments/${paymentId}`, counted('follow_up')),
    capturePayment: (paymentId) => change(paymentId, 'capture'),
    cancelPayment: (paymentId) => change(paymentId, 'cancel'),
    refundPayment: (paymentId) => change(paymentId, 'refund'),
    findToken: (token) => ask(CardFacts, 'GET', `/v1/card-tokens/${encodeURIComponent(token)}`),
    findBin: (digits) => ask(BinFacts, 'GET', `/v1/card-bins/${digits}`),
    async deleteCard(vaultId) {
      const reply = await call('DELETE', `/v1/saved-cards/${encodeURIComponent(vaultId)}`);
      if (reply.status >= 300) throw new PartnerTimeout(`deleting a card was answered ${reply.status}`);
    },
    formUrl(origin, now) {
      const issued = String(now.getTime());
      const signature = createHmac('sha256', partner.secret).update(`${issued}.${origin}`).digest('hex');
      const url = new URL('/card-processor/fields', partner.baseUrl);
      url.search = new URLSearchParams({ origin, issued, signature }).toString();
      return url.href;
    },
  };
}

type Sent = Pick<PartnerRequest, 'body' | 'gate' | 'kind'>;

function readReply<Shape extends z.ZodType>(shape: Shape, { status, body }: PartnerReply): z.output<Shape> {
  if (status >= 300) throw new PartnerTimeout(`the card processor answered ${status}`);
  try {
    return shape.parse(readJson(body));
  } catch (cause) {
    throw new PartnerTimeout('the answer of the card processor cannot be read', { cause });
  }
}
