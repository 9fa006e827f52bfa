import type { Endpoint } from '@larkmere/contract/platform/endpoint';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { openServer } from './server.ts';

const config = { endpoint: { access: 'payment' } as unknown as Endpoint };
const waitOptions = { timeout: 40_000 };
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0)) await end();
});

async function openBusyServer() {
  const log = pino({ level: 'silent' });
  const app = await openServer({ log, maxInFlight: 10, maxInFlightPerClient: 3, trustedProxies: ['127.0.0.1'] });
  const inside: string[] = [];
  const most: Record<string, number> = {};
  let release = (): void => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  app.post('/pay', { config }, async ({ headers }) => {
    const who = String(headers.authorization);
    inside.push(who);
    most[who] = Math.max(most[who] ?? 0, inside.filter((each) => each === who).length);
    if (who !== 'quick') await blocked;
    inside.splice(inside.indexOf(who), 1);
    return 'paid';
  });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  cleanups.push(() => app.close());
  const pay = async (who: string, more = {}): Promise<number> => {
    const response = await fetch(`${base}/pay`, { method: 'POST', headers: { authorization: who, ...more } });
    await response.text();
    return response.status;
  };
  return { app, base, pay, inside, most, release };
}

it('answers another customer while hundreds of calls of one wait for their turn, and then those too', async () => {
  const { app, pay, inside, most, release } = await openBusyServer();
  const many = Array.from({ length: 300 }, (_, n) => pay('hoarder', { cookie: `larkmere-manage=${n}` }));
  await vi.waitFor(() => expect(inside).toHaveLength(3), waitOptions);
  expect(await Promise.all([pay('quick'), pay('quick'), pay('quick')])).toEqual([200, 200, 200]);
  expect(app.inFlightRequests()).toBe(3);
  release();
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
  expect(most.hoarder).toBe(3);
  expect(app.inFlightRequests()).toBe(0);
});

it('refuses what would wait too long, and forgets who has left', async () => {
  const { app, base, pay, inside, release } = await openBusyServer();
  const leaving = new AbortController();
  const left = Array.from({ length: 3 }, () => pay('hoarder'));
  await vi.waitFor(() => expect(inside).toHaveLength(3), waitOptions);
  const gone = Array.from({ length: 20 }, () =>
    fetch(`${base}/pay`, { method: 'POST', headers: { authorization: 'hoarder' }, signal: leaving.signal }).catch(
      () => 'left',
    ),
  );
  const others = Array.from({ length: 530 }, () => pay('hoarder'));
  await vi.waitFor(
    async () => expect(await Promise.race([...others, Promise.resolve('waiting')])).toBe(503),
    waitOptions,
  );
  leaving.abort();
  expect(new Set(await Promise.all(gone))).toEqual(new Set(['left']));
  release();
  await Promise.all([...left, ...others]);
  expect(await pay('hoarder')).toBe(200);
  expect(app.inFlightRequests()).toBe(0);
});
