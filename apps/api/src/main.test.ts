import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../tools/ports.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

test('listens before the database answers, and ends at SIGTERM while it waits for it', async () => {
  const port = await freePort();
  const secrets = ['RAIL_SECRET', 'PIN_PEPPER', 'CAPTCHA_SECRET', 'RATE_SECRET', 'SEAL_KEY'];
  const api = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      ...Object.fromEntries(secrets.map((name) => [name, 'a secret for tests, known to everybody'])),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
  const gone = once(api, 'exit');
  stops.push(async () => {
    api.kill('SIGKILL');
    await gone;
  });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  while (!(await ask('/healthz'))) await sleep(20);
  const [alive, ready, call] = await Promise.all(['/healthz', '/readyz', '/api/services/v1/bankaccount'].map(ask));
  expect([alive?.status, ready?.status, call?.status]).toEqual([200, 503, 503]);
  expect(call?.headers.get('retry-after')).toBe('2');
  api.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
});
