import { isCurrency, readAmount } from '@larkmere/money/money';
import { z } from 'zod';
import type { Scheme } from '../scheme.ts';
import type { Party } from './party.ts';

/** What our customer asks us to pay. */
export type PaymentOrder = Readonly<{
  message: 'pain.001.001.09' | 'pacs.008.001.08';
  messageId: string;
  instructionId: string;
  endToEndId: string;
  uetr: string;
  scheme: Scheme;
  currency: string;
  amountMinor: bigint;
  /** Who pays the banks on the way. */
  bearer: 'DEBT' | 'SHAR' | 'CRED' | 'SLEV';
  payer: Party;
  payee: Party;
  reference: string;
  /** What our customer says to us alone, after a question. */
  answer?: string | undefined;
}>;

const Id = z.string().min(1).max(35);

/** The ids that every kind of order gives a payment. */
export const PaymentIds = z.object({ InstrId: Id, EndToEndId: Id, UETR: z.uuidv4().lowercase() });
export const MessageId = Id;
export const Amount = z.object({ '#text': z.string(), '@Ccy': z.string().length(3) });

/** Minor units. An unknown currency is read with two decimals: such an order is refused with a reason, not thrown away. */
export const minorOf = (currency: string, text: string): bigint | undefined =>
  readAmount(isCurrency(currency) ? currency : 'GBP', text)?.minor;
