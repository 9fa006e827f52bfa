import { randomUUID } from 'node:crypto';
import { endpoints } from '@larkmere/contract/contract';
import { acceptsFile, basePathOf } from '@larkmere/contract/platform/endpoint';
import { expect, it } from 'vitest';
import { seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';

const { db, url } = await createDatabase();
const app = await startTestApi(url);
const who = await seedCustomer(db);
await seedCredentials(db, who);
const { token } = await signIn(app.base, who);

const routes = endpoints.filter(acceptsFile).map((e) => basePathOf(e) + e.path.replace(/\{\w+\}/, randomUUID()));
const form = 'multipart/form-data; boundary=x';
const head =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n';
const broken: [name: string, contentType: string | undefined, body: string][] = [
  ['no boundary', 'multipart/form-data', '{}'],
  ['another boundary than in the body', 'multipart/form-data; boundary=y', `${head}\r\n%PDF\r\n--x--\r\n`],
  ['JSON under the name of a form', form, '{}'],
  ['JSON', 'application/json', '{}'],
  ['a text', 'text/plain', 'file'],
  ['no content type', undefined, '{}'],
  ['nothing', form, ''],
  ['an end within a head', form, head],
  ['an end within a part', form, `${head}\r\n%PDF-1.7`],
  ['no end', form, `${head}\r\n%PDF-1.7\r\n--x`],
  ['two files', form, `${head}\r\n%PDF\r\n${head}\r\n%PDF\r\n--x--\r\n`],
  ['a prototype as a field', form, `--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n`],
  [
    'broken JSON as a field',
    form,
    `--x\r\nContent-Disposition: form-data; name="type"\r\nContent-Type: application/json\r\n\r\n{\r\n--x--\r\n`,
  ],
];

it.each(broken)('refuses a form with %s and says why', async (_, contentType, body) => {
  expect(routes.length).toBeGreaterThan(3);
  for (const route of routes) {
    const answer = await fetch(app.base + route, {
      method: 'POST',
      headers: { authorization: token, ...(contentType && { 'content-type': contentType }) },
      body: new Blob([body]),
    });
    const { code, message } = (await answer.json()) as { code: string; message: string };
    expect([answer.status, code], route).toEqual([400, 'validation_failed']);
    expect(message, route).toMatch(/Nothing was (changed|saved)\./);
  }
});
