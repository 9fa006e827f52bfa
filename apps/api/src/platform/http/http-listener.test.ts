import { get } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { type HttpListener, openHttpListener } from './http-listener.ts';

const opened: HttpListener[] = [];
afterEach(async () => {
  for (const listener of opened.splice(0)) await listener.close(0);
});

async function open(): Promise<HttpListener> {
  const listener = await openHttpListener({ port: 0, host: '127.0.0.1' });
  opened.push(listener);
  return listener;
}

type Answer = Readonly<{
  status: number;
  connection: string | undefined;
  retryAfter: string | undefined;
  body: string;
}>;

const ask = (listener: HttpListener, path: string, headers = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(`${listener.url}${path}`, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('error', reject).on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          connection: response.headers.connection,
          retryAfter: response.headers['retry-after'],
          body,
        }),
      );
    }).on('error', reject);
  });

it('answers 503 with Retry-After until the application is ready, and the probes say why', async () => {
  const listener = await open();
  const refused = await ask(listener, '/api/services/v1/bankaccount');
  expect(refused).toMatchObject({ status: 503, connection: 'close', retryAfter: '2' });
  expect(JSON.parse(refused.body)).toMatchObject({ result: false, data: null, code: 'service_unavailable' });
  expect(await ask(listener, '/healthz')).toMatchObject({ status: 200, body: 'starting' });
  expect(await ask(listener, '/readyz')).toMatchObject({ status: 503, body: 'starting' });
  const page = await ask(listener, '/login', { accept: 'text/html' });
  expect(page).toMatchObject({ status: 503, retryAfter: '2', body: expect.stringContaining('reloads by itself') });
  listener.serve((_, response) => void response.end('ready'));
  expect(await ask(listener, '/readyz')).toMatchObject({ status: 200, body: 'ready' });
});

it('stops being ready first, goes on serving with connection: close, and ends after the requests in progress', async () => {
  const listener = await open();
  let finish = (): void => {};
  const begun = new Promise<void>((resolve) => {
    listener.serve((request, response) => {
      if (request.url !== '/slow') return void response.end('served');
      finish = () => void response.end('finished');
      resolve();
    });
  });
  await ask(listener, '/readyz?watched');
  const slow = ask(listener, '/slow');
  await begun;
  const noticed = listener.drain(300);
  expect(await ask(listener, '/readyz')).toMatchObject({ status: 503, body: 'stopping' });
  expect(await ask(listener, '/healthz')).toMatchObject({ status: 200, connection: 'close', body: 'served' });
  await noticed;
  const closed = listener.close(60_000);
  await expect(ask(listener, '/healthz')).rejects.toThrow('ECONNREFUSED');
  finish();
  expect(await slow).toMatchObject({ status: 200, connection: 'close', body: 'finished' });
  await closed;
});

it('does not wait for a proxy if none asks', async () => {
  const listener = await open();
  await listener.drain(600_000);
  expect(listener.state()).toBe('draining');
});
