import { recordOutgoing } from '../observability/call-log.ts';

export type Sms = Readonly<{ id: string; to: string; text: string }>;
/** Throws if the gateway is unreachable or wants a retry; `refused` is permanent. */
export type SendSms = (sms: Sms) => Promise<'sent' | 'refused'>;

const timeoutMs = 8000;
/** The number cannot get messages. Every other error may pass, such as a wrong key. */
const permanentStatuses: readonly number[] = [400, 404, 410, 422];

/** A gateway that takes JSON with a bearer key and sends a message with a known id only once. */
export function openSmsGateway(url: string, key: string): SendSms {
  return async ({ id, to, text }) => {
    const call = { partner: 'sms_gateway', method: 'POST', path: new URL(url).pathname, request: { id } };
    const { status } = await recordOutgoing(call, async () => {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'idempotency-key': id },
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await reply.body?.cancel();
      return { status: reply.status, body: null };
    });
    if (status >= 200 && status <= 299) return 'sent';
    if (permanentStatuses.includes(status)) return 'refused';
    throw new Error(`sms gateway answered ${status}`);
  };
}
