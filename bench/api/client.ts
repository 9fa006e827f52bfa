import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

export type TimedAnswer = Readonly<{ status: number; retryAfter: number | undefined; milliseconds: number }>;
type CallOptions = Readonly<{
  base: string;
  path: string;
  body: object;
  token?: string | undefined;
  from?: string;
  signedWith?: string;
}>;

const timeoutMs = 30_000;

/** `signedWith`: the secret of a partner, for its calls. */
export function call({ base, path, body, token, from, signedWith }: CallOptions): Promise<TimedAnswer> {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(token && { authorization: token }),
    ...(from && { 'x-forwarded-for': from }),
    ...(signedWith && sign(signedWith, text)),
  };
  const since = performance.now();
  const answer = (status = 0, retryAfter?: string): TimedAnswer => ({
    status,
    retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
    milliseconds: performance.now() - since,
  });
  return new Promise((resolve) => {
    const sent = request(`${base}/api/services${path}`, { method: 'POST', agent, headers, timeout: timeoutMs });
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(answer(response.statusCode, response.headers['retry-after'])));
      response.on('error', () => resolve(answer()));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(answer()));
    sent.end(text);
  });
}

function sign(secret: string, text: string) {
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex');
  return { 'x-timestamp': timestamp, 'x-signature': signature };
}
