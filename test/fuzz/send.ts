import { Agent, request as open } from 'node:http';
import type { FuzzRequest } from './request.ts';

export type FuzzResponse = Readonly<{ status: number; type: string; text: string }>;

const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const responseTimeoutMs = 45_000;

/** Sends raw bytes: a client library would repair or refuse them. */
export const send = (base: string, { method, path, headers, body }: FuzzRequest): Promise<FuzzResponse> =>
  new Promise((resolve, reject) => {
    const length = body && headers['transfer-encoding'] === undefined ? { 'content-length': String(body.length) } : {};
    const outgoing = open(`${base}/`, {
      method,
      path,
      headers: { ...headers, ...length },
      agent,
      timeout: responseTimeoutMs,
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer in ${responseTimeoutMs} ms`)));
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
    outgoing.end(body);
  });
