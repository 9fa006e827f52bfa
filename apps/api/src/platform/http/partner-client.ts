import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { removeHiddenCharacters } from '@larkmere/contract/platform/free-text';
import { recordOutgoing, withoutIds } from '../observability/call-log.ts';
import type { CallKind } from './breaker.ts';
import { callWithPermit, type Gate, type Permit } from './service-breakers.ts';

/** `name`: as the log of calls and the operators know the partner. */
export type Partner = Readonly<{ name: string; baseUrl: string; secret: string; timeoutMs: number }>;

export type PartnerRequest = Partner &
  Readonly<{
    method: 'GET' | 'POST' | 'DELETE';
    path: string;
    body?: string;
    contentType?: string;
    requestId?: string;
    /** The breaker of the service that the call belongs to; a call without one is never stopped. */
    gate?: Gate;
    /** Default: `new`. */
    kind?: CallKind;
    /** Taken before, in place of the gate. */
    permit?: Permit;
  }>;

export type PartnerReply = Readonly<{ status: number; body: string }>;

/** No usable reply: the outcome at the partner is unknown and must not be treated as a refusal. */
export class PartnerTimeout extends Error {
  override name = 'PartnerTimeout';
}

/** The breaker of the service is open, so nothing was sent. */
export class ServiceStopped extends PartnerTimeout {
  override name = 'ServiceStopped';
}

/** Throws `ServiceStopped` while the breaker is open. */
function requirePermit(gate: Gate, kind: CallKind): Permit {
  const permit = gate.admit(kind);
  if (!permit) throw new ServiceStopped(`${gate.service} is stopped`);
  return permit;
}

const signatureMaxAgeMs = 5 * 60_000;

/**
 * Sends one signed request and returns any reply below 500. Throws PartnerTimeout on a timeout, a broken connection or
 * a 5xx reply, and ServiceStopped if its service is stopped.
 */
export async function callPartner(call: PartnerRequest): Promise<PartnerReply> {
  const { baseUrl, secret, timeoutMs, method, path, body, contentType = 'application/json', gate } = call;
  const permit = call.permit ?? (gate && requirePermit(gate, call.kind ?? 'new'));
  // The partner checks the signature by real time, so a shifted business clock must not reach this header.
  const timestamp = String(Date.now());
  const headers: Record<string, string> = {
    'x-request-id': call.requestId ?? randomUUID(),
    'x-timestamp': timestamp,
    'x-signature': sign(secret, timestamp, body ?? ''),
  };
  if (body !== undefined) headers['content-type'] = contentType;
  const send = async (): Promise<PartnerReply> => {
    const reply = await fetch(new URL(path, baseUrl), {
      method,
      headers,
      body: body ?? null,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: reply.status, body: await reply.text() };
  };
  const logged = { partner: call.name, method, path, request: body, ...(permit && { service: permit.service }) };
  const reply = await callWithPermit(
    permit,
    () => recordOutgoing(logged, send),
    ({ status }) => status >= 500,
  ).catch((cause) => {
    throw new PartnerTimeout(`${method} ${withoutIds(path)} got no answer`, { cause });
  });
  if (reply.status >= 500) throw new PartnerTimeout(`${method} ${withoutIds(path)} answered ${reply.status}`);
  return reply;
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

const cleanTexts = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? removeHiddenCharacters(value) : value;

/**
 * Reads the JSON of a partner, without the hidden characters of its texts. A `SyntaxError` quotes the text in its
 * message, which would end in the log.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text, cleanTexts);
  } catch {
    throw new Error('the text is no JSON');
  }
}
