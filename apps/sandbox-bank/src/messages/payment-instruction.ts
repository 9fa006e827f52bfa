import { isCurrency, readAmount } from '@larkmere/money/money';
import { z } from 'zod';
import type { Scheme } from '../scheme.ts';
import type { Party } from './party.ts';

export type PaymentInstruction = Readonly<{
  message: 'pain.001.001.09' | 'pacs.008.001.08';
  messageId: string;
  instructionId: string;
  endToEndId: string;
  uetr: string;
  scheme: Scheme;
  currency: string;
  amountMinor: bigint;
  bearer: 'DEBT' | 'SHAR' | 'CRED' | 'SLEV';
  payer: Party;
  payee: Party;
  reference: string;
  queryAnswer?: string | undefined;
}>;

const Id = z.string().min(1).max(35);

export const PaymentIds = z.object({ InstrId: Id, EndToEndId: Id, UETR: z.uuidv4().lowercase() });
export const MessageId = Id;
export const Amount = z.object({ '#text': z.string(), '@Ccy': z.string().length(3) });

/**
 * Reads an unknown currency with two decimals, so that the payment is rejected with a reason instead of being
 * unreadable.
 */
export const parseMinor = (currency: string, text: string): bigint | undefined =>
  readAmount(isCurrency(currency) ? currency : 'GBP', text)?.minor;
