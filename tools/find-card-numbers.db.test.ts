import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createDatabase } from '../test/fixtures/base.ts';
import { findCardNumbers, searchDatabase } from './find-card-numbers.ts';

const { url } = await createDatabase();
const ours = '4000090123456789';
const [issued, visa] = ['4000091234567890', '4539578763621486'];

describe('a card number is found', () => {
  test.each([
    ['alone', visa],
    ['in a sentence', `Charged to ${visa}.`],
    ['in groups', '4539 5787 6362 1486'],
    ['in groups with hyphens', '4539-5787-6362-1486'],
    ['in JSON', `{"number":"${visa}"}`],
    ['as a number in JSON', `{"number":${visa},"x":1}`],
    ['in an address', `?number=${visa}&cvc=1`],
    ['in an encoded address', `number%3D${visa}%26`],
    ['in a row of the database', `(7,"a b",${visa},t)`],
    ['of American Express', '3714 496353 98431'],
  ])('%s', (_, text) => {
    expect(findCardNumbers(text)).toEqual([text.includes('3714') ? '371449635398431' : visa]);
  });

  test.each([
    ['joined to letters', `PAN${issued}x`],
    ['joined to digits', `0000${issued}00`],
    ['in any groups', issued.replaceAll(/(\d\d)/g, '$1 ').trim()],
    ['as hexadecimal bytes', `\\x${Buffer.from(`n=${issued};`).toString('hex')}`],
  ])('wherever it is, if it begins like ours: %s', (_, text) => {
    expect(findCardNumbers(text)).toContain(issued);
  });

  test('if it is known, although it fails every check', () => {
    expect(findCardNumbers(`a${ours}b`)).toEqual([]);
    expect(findCardNumbers(`a${ours}b`, new Set([ours]))).toEqual([ours]);
    expect(findCardNumbers('4000 0901 2345 6789', new Set([ours]))).toEqual([ours]);
  });
});

test.each([
  ['fails the Luhn check', '4539578763621487'],
  ['has no beginning of a scheme', '7992739871300000'],
  ['has a length that its scheme does not use', '45395787636214'],
  ['is in a UUID', '45395787-6362-4486-8453-957876362148'],
  ['is in a valid IBAN', 'DE89370400440532013000 and DE89 3704 0044 0532 0130 00'],
  ['is a decimal', `1.${visa} and ${visa}.5`],
  ['is a phone number', '+4539578763621486'],
  ['is in a digest', `a${visa}f`],
  ['is a moment', '1764162000000 and 2026-11-26 13:00:00.000000'],
])('a number is left out that %s', (_, text) => {
  expect(findCardNumbers(text)).toEqual([]);
});

test('the whole database is searched, and only the end of a number is shown', async () => {
  expect(await searchDatabase(url)).toEqual([]);
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create schema spill; create table spill.note (id int, detail jsonb, bytes bytea, big bigint)');
  await client.query(`insert into spill.note values
    (1, '{"n": "${visa}"}', null, null), (2, null, '${issued}', null), (3, null, null, ${visa}), (4, '{"n": 1}', 'x', 7)`);
  await client.end();
  const [last, lastIssued] = [visa.slice(-4), issued.slice(-4)];
  expect(await searchDatabase(url)).toEqual([last, lastIssued, last].map((last4) => ({ place: 'spill.note', last4 })));
});
