import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** A bank or vendor that we call: where it is, the secret that signs both ways, and how long we wait for a reply. */
export type Partner = Readonly<{ baseUrl: string; secret: string; timeoutMs: number }>;

export type PartnerCall = Partner &
  Readonly<{ method: 'GET' | 'POST'; path: string; body?: string; contentType?: string; requestId?: string }>;

export type PartnerReply = Readonly<{ status: number; body: string }>;

/** No usable reply came: the outcome at the partner is unknown, which is never the same as a no. */
export class PartnerSilence extends Error {
  override name = 'PartnerSilence';
}

const signatureLifeMs = 5 * 60_000;

/**
 * One signed request to a partner, with a time limit. Any reply below 500 is handed back for the caller to read.
 * Throws PartnerSilence when the time runs out, the connection fails or the partner answers 5xx.
 */
export async function partnerCall(call: PartnerCall): Promise<PartnerReply> {
  const { baseUrl, secret, timeoutMs, method, path, body, contentType = 'application/json' } = call;
  // The partner judges the signature by its own wall clock, so a moved business clock must not reach this header.
  const timestamp = String(Date.now());
  const headers: Record<string, string> = {
    'x-request-id': call.requestId ?? randomUUID(),
    'x-timestamp': timestamp,
    'x-signature': sign(secret, timestamp, body ?? ''),
  };
  if (body !== undefined) headers['content-type'] = contentType;
  try {
    const reply = await fetch(new URL(path, baseUrl), {
      method,
      headers,
      body: body ?? null,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await reply.text();
    if (reply.status >= 500) throw new PartnerSilence(`${method} ${path} answered ${reply.status}`);
    return { status: reply.status, body: text };
  } catch (cause) {
    if (cause instanceof PartnerSilence) throw cause;
    throw new PartnerSilence(`${method} ${path} got no answer`, { cause });
  }
}

/** Whether a message bears the partner's signature and left it within five minutes of `now`. */
export function verifyPartnerSignature(
  secret: string,
  timestamp: string,
  rawBody: string,
  signature: string,
  now: Date,
): boolean {
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp)) > signatureLifeMs) return false;
  const expected = Buffer.from(sign(secret, timestamp, rawBody));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The agreed signature: hex HMAC-SHA256 over the time in milliseconds, a full stop and the body as sent. */
function sign(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}
