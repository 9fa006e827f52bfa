import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

export type Partner = Readonly<{ baseUrl: string; secret: string; timeoutMs: number }>;

export type PartnerRequest = Partner &
  Readonly<{
    method: 'GET' | 'POST' | 'DELETE';
    path: string;
    body?: string;
    contentType?: string;
    requestId?: string;
  }>;

export type PartnerReply = Readonly<{ status: number; body: string }>;

/** No usable reply: the outcome at the partner is unknown and must not be treated as a refusal. */
export class PartnerTimeout extends Error {
  override name = 'PartnerTimeout';
}

const signatureMaxAgeMs = 5 * 60_000;

/**
 * Sends one signed request and returns any reply below 500. Throws PartnerTimeout on a timeout, a broken connection or
 * a 5xx reply.
 */
export async function callPartner(call: PartnerRequest): Promise<PartnerReply> {
  const { baseUrl, secret, timeoutMs, method, path, body, contentType = 'application/json' } = call;
  // The partner checks the signature by real time, so a shifted business clock must not reach this header.
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
    if (reply.status >= 500) throw new PartnerTimeout(`${method} ${path} answered ${reply.status}`);
    return { status: reply.status, body: text };
  } catch (cause) {
    if (cause instanceof PartnerTimeout) throw cause;
    throw new PartnerTimeout(`${method} ${path} got no answer`, { cause });
  }
}

export function verifyPartnerSignature(
  secret: string,
  timestamp: string,
  rawBody: string,
  signature: string,
  now: Date,
): boolean {
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp)) > signatureMaxAgeMs) return false;
  const expected = Buffer.from(sign(secret, timestamp, rawBody));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function sign(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}
