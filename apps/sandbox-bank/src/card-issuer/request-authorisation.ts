import { formatAmount, type Money, readAmount } from '@larkmere/money/money';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { sign } from '../signature.ts';
import { type Channel, type DeclineCode, declineCodes, type Merchant } from './issued-payment.ts';

const path = '/api/services/v1/card-issuer/authorisation';

/**
 * What happens on the way. `late_answer`: Larkmere's answer comes after that of the stand-in. `late_request`: the
 * request itself does. `lost`: it never arrives.
 */
export const networks = ['normal', 'late_answer', 'late_request', 'lost'] as const;
export type Network = (typeof networks)[number];

export type AuthorisationRequest = Readonly<{
  requestId: string;
  paymentId: string;
  cardId: string;
  kind: 'payment' | 'increment' | 'verification';
  at: number;
  answerBy: number;
  merchant: Merchant;
  channel: Channel;
  original: Money;
  billing: Money;
  partialAllowed: boolean;
}>;

export type Answer = Readonly<{ approvedMinor: bigint; declineCode: DeclineCode | null }>;

/** Undefined if there is no usable answer in time. */
export async function requestAuthorisation(
  bank: Bank,
  authorisation: AuthorisationRequest,
  network: Network,
): Promise<Answer | undefined> {
  const text = writeRequest(authorisation);
  const send = (limitMs: number): Promise<string | undefined> => post(bank, authorisation.requestId, text, limitMs);
  if (network === 'lost') return undefined;
  if (network === 'late_request') {
    setTimeout(() => void send(5000), authorisation.answerBy - bank.now() + 200).unref();
    return undefined;
  }
  const answered = await send(Math.max(1, authorisation.answerBy - bank.now()));
  if (bank.settings().duplicateWebhooks) void send(5000);
  return network === 'late_answer' || answered === undefined ? undefined : readAnswer(answered, authorisation);
}

const writeRequest = ({ at, answerBy, original, billing, ...rest }: AuthorisationRequest): string =>
  JSON.stringify({
    ...rest,
    at: new Date(at).toISOString(),
    answerBy: new Date(answerBy).toISOString(),
    original: viewMoney(original),
    billing: viewMoney(billing),
  });

const viewMoney = (amount: Money) => ({ amount: formatAmount(amount), currency: amount.currency });

async function post(bank: Bank, requestId: string, body: string, limitMs: number): Promise<string | undefined> {
  const timestamp = String(bank.now());
  try {
    const reply = await fetch(new URL(path, bank.larkmereUrl), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-request-id': requestId,
        'x-timestamp': timestamp,
        'x-signature': sign(bank.railSecret, timestamp, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    });
    const text = await reply.text();
    return reply.ok ? text : undefined;
  } catch {
    // Larkmere is down or slow: the stand-in answers.
    return undefined;
  }
}

const Reply = z.object({
  data: z.object({
    decision: z.enum(['approved', 'declined']),
    approved: z.string(),
    declineCode: z.enum(declineCodes).nullable(),
  }),
});

function readAnswer(text: string, { kind, billing, partialAllowed }: AuthorisationRequest): Answer | undefined {
  const reply = Reply.safeParse(parse(text));
  if (!reply.success) return undefined;
  const { decision, approved, declineCode } = reply.data.data;
  if (decision === 'declined') return declineCode ? { approvedMinor: 0n, declineCode } : undefined;
  const minor = readAmount(billing.currency, approved)?.minor;
  if (minor === undefined || minor > billing.minor || (minor < billing.minor && !partialAllowed)) return undefined;
  return minor === 0n && kind !== 'verification' ? undefined : { approvedMinor: minor, declineCode: null };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
