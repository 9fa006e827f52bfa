export type Sms = Readonly<{ id: string; to: string; text: string }>;
/** Throws if the gateway is unreachable or wants a retry; `refused` is permanent. */
export type SendSms = (sms: Sms) => Promise<'sent' | 'refused'>;

const timeoutMs = 8000;
/** The number cannot get messages. Every other error may pass, such as a wrong key. */
const permanentStatuses: readonly number[] = [400, 404, 410, 422];

/** A gateway that takes JSON with a bearer key and sends a message with a known id only once. */
export function openSmsGateway(url: string, key: string): SendSms {
  return async ({ id, to, text }) => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'idempotency-key': id },
      body: JSON.stringify({ to, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await reply.body?.cancel();
    if (reply.ok) return 'sent';
    if (permanentStatuses.includes(reply.status)) return 'refused';
    throw new Error(`sms gateway answered ${reply.status}`);
  };
}
