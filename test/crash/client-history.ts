import { setTimeout as sleep } from 'node:timers/promises';
import type { Order } from '../fixtures/payment.ts';

/** What a client knows. Stored outside the database, which cannot report what it lost. */
export type OrderAttempt = {
  readonly order: Order;
  sent: number;
  unanswered: number;
  readonly faults: number[];
  readonly replies: string[];
  refused?: string;
};

type Client = Readonly<{
  base: string;
  token: string;
  orders: AsyncIterable<Order>;
  stopped: () => boolean;
  answered?: () => void;
  unanswered?: () => void;
}>;

/**
 * Sends orders one after the other. Retries each with its own key until a definite response arrives, and repeats
 * every tenth after its response.
 */
export async function sendAll({ base, token, orders, stopped, answered, unanswered }: Client): Promise<OrderAttempt[]> {
  const history: OrderAttempt[] = [];
  for await (const order of orders) {
    if (stopped()) break;
    const entry: OrderAttempt = { order, sent: 0, unanswered: 0, faults: [], replies: [] };
    history.push(entry);
    await sendUntilAnswered(base, token, entry, unanswered);
    answered?.();
    if (history.length % 10 === 1 && entry.replies.length > 0) await sendUntilAnswered(base, token, entry, unanswered);
  }
  return history;
}

export async function retryAll(base: string, token: string, history: readonly OrderAttempt[]): Promise<void> {
  for (const entry of history) await sendUntilAnswered(base, token, entry);
}

const retryTimeoutMs = 240_000;

async function sendUntilAnswered(
  base: string,
  token: string,
  entry: OrderAttempt,
  unanswered?: () => void,
): Promise<void> {
  for (const until = performance.now() + retryTimeoutMs; performance.now() < until; ) {
    entry.sent += 1;
    const answer = await send(base, token, entry.order);
    if (answer && answer.status < 500) {
      if (answer.status === 200) entry.replies.push(answer.text);
      else entry.refused = answer.text;
      return;
    }
    unanswered?.();
    entry.unanswered += 1; // 5xx or no response: the outcome is unknown
    if (answer) entry.faults.push(answer.status);
    await sleep(50);
  }
  throw new Error(`no definite answer about ${entry.order.idempotency}`);
}

export async function send(
  base: string,
  token: string,
  order: Order,
): Promise<{ status: number; text: string } | undefined> {
  try {
    const response = await fetch(`${base}/api/services/v1/payment/GBP`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify(order),
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}
