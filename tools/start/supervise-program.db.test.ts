import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/fixtures/database.ts';
import { freePort } from '../ports.ts';
import { superviseProgram } from './supervise-program.ts';

const { url } = await openTestDatabase();
const data = mkdtempSync(join(tmpdir(), 'larkmere-program-'));
afterAll(() => rmSync(data, { recursive: true }));
const secret = 'secret for tests, known to everybody';

it('fails and names the port if another program answers on it', async () => {
  const port = await freePort();
  const other = createServer((_, response) => response.end('ready')).listen(port, '127.0.0.1');
  const secrets = ['RAIL_SECRET', 'PIN_PEPPER', 'CAPTCHA_SECRET', 'RATE_SECRET', 'SEAL_KEY'];
  const started = superviseProgram({
    name: 'Larkmere',
    command: ['apps/api/src/main.ts'],
    env: {
      ...process.env,
      ...Object.fromEntries(secrets.map((name) => [name, secret])),
      DATABASE_URL: url,
      DATA_DIR: data,
      HOST: 'localhost',
      PORT: String(port),
    },
    log: join(data, 'api.log'),
    print: () => {},
  });
  await expect(started).rejects.toThrow(
    `Port ${port} is in use. Stop the program that listens there, or set PORT to another one.`,
  );
  other.close();
});
