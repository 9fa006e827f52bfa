import { expect, test } from 'vitest';
import { errorText } from './describe-error.ts';
import { openLog } from './log.ts';

test('removes card numbers from every log field', () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line: string) => void lines.push(line) });
  const error = Object.assign(new Error('no row for 4111111111111111'), {
    detail: 'Failing row (…, 5555 5555 5555 4444)',
  });
  log.error({ err: error, reference: 'Rent 4111-1111-1111-1111' }, 'failed');
  expect(lines.join('')).not.toMatch(/4111|5555/);
  expect(lines.join('')).toContain('[card number]');
});

test('keeps ids and numbers readable', () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line: string) => void lines.push(line) });
  const said = { requestId: '0199f3c4-4111-7111-8111-111111111111', account: '63748472', rate: 0.4111111111111111 };
  log.info(said, 'request');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject(said);
});

const secret = 'Zk3_9-aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789a';

test.each([
  ['an address', new TypeError(`Failed to parse URL from https://bank.example/forgot-login/${secret}?token=abc`)],
  [
    'a value that does not fit',
    Object.assign(new Error(`invalid input syntax for type uuid: "abc"`), { code: '22P02' }),
  ],
  ['a body that is no JSON', parseFailure('{"pincode":"abc')],
  ['what a mail server answered', Object.assign(new Error('refused'), { response: 'abc', command: 'abc' })],
  ['a row', Object.assign(new Error('violates'), { detail: 'Failing row contains (abc)', where: 'abc' })],
  ['a cause', new Error('failed', { cause: Object.assign(new Error('no row'), { detail: 'abc' }) })],
])('an error is logged and stored without %s', (_, error) => {
  const lines: string[] = [];
  openLog('info', { write: (line: string) => void lines.push(line) }).error({ err: error }, 'failed');
  for (const text of [lines.join(''), errorText(error)]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain('abc');
  }
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
    type: error.name,
    stack: expect.stringContaining('log.test'),
  });
});

function parseFailure(text: string): Error {
  try {
    JSON.parse(text);
  } catch (error) {
    return error as Error;
  }
  throw new Error('it is JSON');
}

test('a token that reaches a line is cut', () => {
  const lines: string[] = [];
  openLog('info', { write: (line: string) => void lines.push(line) }).info(
    { path: `/invitation/${secret}` },
    'request',
  );
  expect(lines.join('')).not.toContain(secret);
});
