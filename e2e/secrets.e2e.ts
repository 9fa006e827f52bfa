import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import PostalMime from 'postal-mime';
import { findSecretsInDatabase, findSecretsInLog, recordSecrets } from '../test/fixtures/secret-search.ts';
import { logFiles } from '../tools/find-card-numbers.ts';
import { runningPostgres } from '../tools/postgres.ts';

const people = JSON.parse(readFileSync(join(import.meta.dirname, '../db/seed/people.json'), 'utf8')) as {
  password: string;
  totpSecret?: string;
}[];
const data = process.env.E2E_DATA_DIR ?? '';

/** The database is read by its columns. The store of the sandbox is the world outside, and this file holds the keys. */
const notRead = ['postgres', 'sandbox-bank.sqlite', 'secrets.json', 'accessible-states'];

// Runs after all other tests, which were sent links, codes and one-time passwords.
test('no secret that anybody was sent is in the database, the logs or a file', async () => {
  const mails = (await (await fetch(`${process.env.E2E_BANK_URL}/sandbox/mails`)).json()) as { message: string }[];
  const texts = await Promise.all(mails.map(async ({ message }) => (await PostalMime.parse(message)).text ?? ''));
  const links = texts.filter((text) => /#\S{20}/.test(text));
  expect(links.length).toBeGreaterThan(0);
  recordSecrets(links);
  recordSecrets(people.map(({ password, totpSecret }) => ({ password, totpSecret })));
  expect(await findSecretsInDatabase(runningPostgres(join(data, 'postgres')) ?? '')).toEqual([]);
  expect(logFiles(data)).not.toEqual([]);
  const files = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !notRead.some((name) => file.startsWith(join(data, name))));
  for (const file of files) expect(findSecretsInLog(readFileSync(file, 'latin1').split('\n')), file).toEqual([]);
});
