import { CardBrand } from '@larkmere/contract/cards/card';
import { CardDisputeReport, CardOrderReport, CardPaymentReport } from '@larkmere/contract/cards/card-issuer';
import { AmountText, Uid } from '@larkmere/contract/platform/fields';
import { z } from 'zod';
import {
  callPartner,
  type Partner,
  type PartnerReply,
  type PartnerRequest,
  PartnerTimeout,
  readJson,
} from '../../../platform/http/partner-client.ts';
import type { Gate } from '../../../platform/http/service-breakers.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';

/** A public RSA key for RSA-OAEP with SHA-256, as a browser exports it. */
const PublicKey = z.strictObject({
  kty: z.literal('RSA'),
  n: z.string().regex(/^[\w-]{342,684}$/),
  e: z.string().regex(/^[\w-]{1,8}$/),
});
type PublicKey = z.infer<typeof PublicKey>;

const IssuerCard = z.object({
  cardId: Uid,
  brand: CardBrand,
  last4: z.string().regex(/^\d{4}$/),
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z.int(),
  state: z.enum(['inactive', 'active', 'frozen', 'blocked', 'closed']),
  order: CardOrderReport.nullable(),
});
export type IssuerCard = z.infer<typeof IssuerCard>;

const SettlementLine = z.object({ paymentId: Uid, cleared: AmountText, refunded: AmountText });
type SettlementLine = z.infer<typeof SettlementLine>;

const PinKey = z.object({ keyId: z.string().max(60), publicKey: PublicKey });
type PinKey = z.infer<typeof PinKey>;

/**
 * The processor that issues cards. Every call may be repeated. Each throws `PartnerTimeout` when it is unknown what the
 * processor did. Undefined means that the processor does not know the card, payment, dispute or settlement.
 */
export type CardIssuer = Readonly<{
  /** `document`: an order as JSON, see docs/sandbox-bank.md. `rejected`: nothing will be issued for it. */
  orderCard: (document: string) => Promise<IssuerCard | 'rejected'>;
  getCard: (cardId: string) => Promise<IssuerCard | undefined>;
  /** The stand-in follows it too. Blocked and closed are final. */
  changeState: (cardId: string, state: 'active' | 'frozen' | 'blocked' | 'closed') => Promise<IssuerCard | undefined>;
  /** `wrong_code`: not the code in the letter that came with the card. */
  activate: (cardId: string, code: string) => Promise<IssuerCard | 'wrong_code' | 'refused' | undefined>;
  /** Base64 of a JSON text that only the holder of the private key can read: number, cvc and expiry, or the PIN. */
  reveal: (cardId: string, what: 'details' | 'pin', publicKey: PublicKey) => Promise<string | undefined>;
  getPinKey: () => Promise<PinKey>;
  /** `encryptedPin`: base64 of the PIN's digits, encrypted to the processor's key. */
  changePin: (cardId: string, keyId: string, encryptedPin: string) => Promise<'changed' | 'refused' | undefined>;
  getPayment: (paymentId: string) => Promise<CardPaymentReport | undefined>;
  openDispute: (document: string) => Promise<CardDisputeReport | 'rejected'>;
  getSettlement: (settlementId: string) => Promise<readonly SettlementLine[] | undefined>;
}>;

/** `gate`: of ordering cards. What concerns a card that exists is never stopped. */
export function cardIssuer(partner: Partner, gate?: Gate): CardIssuer {
  const call = (method: PartnerRequest['method'], path: string, body?: object | string): Promise<PartnerReply> =>
    callPartner({
      ...partner,
      method,
      path,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  async function ask<Shape extends z.ZodType>(
    shape: Shape,
    ...what: Parameters<typeof call>
  ): Promise<z.output<Shape> | undefined> {
    const reply = await call(...what);
    return reply.status === 404 ? undefined : readReply(shape, reply);
  }

  const cardPath = (cardId: string): string => `/v1/issuing/cards/${cardId}`;

  return {
    async orderCard(document) {
      const reply = await callPartner({
        ...partner,
        method: 'POST',
        path: '/v1/issuing/cards',
        body: document,
        ...(gate && { gate, kind: 'new' }),
      });
      return reply.status === 422 ? 'rejected' : readReply(IssuerCard, reply);
    },
    getCard: (cardId) => ask(IssuerCard, 'GET', cardPath(cardId)),
    changeState: (cardId, state) => ask(IssuerCard, 'POST', `${cardPath(cardId)}/state`, { state }),
    async activate(cardId, code) {
      const reply = await call('POST', `${cardPath(cardId)}/activate`, { code });
      if (reply.status === 404) return undefined;
      if (reply.status === 422) return 'wrong_code';
      return reply.status === 409 ? 'refused' : readReply(IssuerCard, reply);
    },
    async reveal(cardId, what, publicKey) {
      const shown = await ask(z.object({ encrypted: z.string().max(2000) }), 'POST', `${cardPath(cardId)}/reveal`, {
        what,
        publicKey,
      });
      return shown?.encrypted;
    },
    async getPinKey() {
      return readReply(PinKey, await call('GET', '/v1/issuing/pin-key'));
    },
    async changePin(cardId, keyId, encryptedPin) {
      const reply = await call('POST', `${cardPath(cardId)}/pin`, { keyId, encryptedPin });
      if (reply.status === 404) return undefined;
      if (reply.status === 409 || reply.status === 422) return 'refused';
      if (reply.status >= 300) throw new PartnerTimeout(`changing a PIN was answered ${reply.status}`);
      return 'changed';
    },
    getPayment: (paymentId) => ask(CardPaymentReport, 'GET', `/v1/issuing/payments/${paymentId}`),
    async openDispute(document) {
      const reply = await call('POST', '/v1/issuing/disputes', document);
      return reply.status === 422 ? 'rejected' : readReply(CardDisputeReport, reply);
    },
    getSettlement: (settlementId) => ask(z.array(SettlementLine), 'GET', `/v1/issuing/settlements/${settlementId}`),
  };
}

function readReply<Shape extends z.ZodType>(shape: Shape, { status, body }: PartnerReply): z.output<Shape> {
  if (status >= 300) throw new PartnerTimeout(`the card issuer answered ${status}`);
  try {
    return shape.parse(readJson(body));
  } catch (cause) {
    throw new PartnerTimeout('the answer of the card issuer cannot be read', { cause });
  }
}

/** Refuses with `card_issuer_unavailable` if it does not answer. */
export async function askIssuer<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
  return ask().catch((error: unknown) => {
    throw error instanceof PartnerTimeout ? new Refusal('card_issuer_unavailable') : error;
  });
}
