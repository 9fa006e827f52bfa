import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 100;

export type ReadyProxy = Readonly<{
  base: string;
  /** Answers other than 200 that clients got, in order. */
  faults: readonly string[];
  answers: () => number;
  isReady: (node: string) => boolean;
  close: () => Promise<void>;
}>;

/**
 * A load balancer like many: it sends requests to nodes whose `/readyz` answers 200, in turn, on connections that it keeps.
 * A request that could not connect goes to the next node; one that was sent is never sent again.
 */
export async function proxyToReadyNodes(nodes: readonly string[]): Promise<ReadyProxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const faults: string[] = [];
  const stopping = new AbortController();
  let [turn, answers] = [0, 0];
  const watch = async (node: string): Promise<void> => {
    while (!stopping.signal.aborted) {
      const probe = await fetch(`${node}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
      await probe?.text().catch(() => {});
      if (probe?.status === 200) ready.add(node);
      else ready.delete(node);
      await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const answer = (response: ServerResponse, status: number, from: string): void => {
    answers += 1;
    if (status !== 200) faults.push(`${status} ${from}`);
    if (!response.headersSent) response.writeHead(status);
  };
  const forward = (
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    left: readonly string[],
  ): void => {
    const [node, ...others] = left;
    if (node === undefined) {
      answer(response, 502, 'no node');
      response.end();
      return;
    }
    const onward = request(
      new URL(incoming.url ?? '/', node),
      { method: incoming.method, headers: { ...incoming.headers, connection: 'keep-alive' }, agent },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () => {
          response.writeHead(reply.statusCode ?? 502, {
            'content-type': reply.headers['content-type'] ?? 'text/plain',
          });
          answer(response, reply.statusCode ?? 502, node);
          response.end(Buffer.concat(chunks));
        });
        reply.on('error', () => {
          answer(response, 502, `${node} cut`);
          response.destroy();
        });
      },
    );
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return forward(incoming, body, response, others);
      answer(response, 502, `${node} ${error.code}`);
      response.end();
    });
    onward.end(body);
  };
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const up = nodes.filter((node) => ready.has(node));
      turn += 1;
      forward(incoming, Buffer.concat(chunks), response, [
        ...up.slice(turn % up.length),
        ...up.slice(0, turn % up.length),
      ]);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const watching = nodes.map(watch);
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    answers: () => answers,
    isReady: (node) => ready.has(node),
    close: async () => {
      stopping.abort();
      await Promise.all(watching);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
