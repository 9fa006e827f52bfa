import { sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ChainHead, createSigner, readHead, signHead } from './audit-chain.ts';
import { appendLine } from './audit-chain-writer.ts';

const signer = createSigner('a key that is long enough for this');
const trusted = [signer.publicKey];
const head: ChainHead = {
  seq: 12n,
  hash: 'ab'.repeat(32),
  transfers: 7n,
  audits: 5n,
  rowChanges: 3n,
  moved: { GBP: '12.34' },
  at: '2026-01-02T03:04:05.678Z',
};
const line = signHead(head, signer);

test('reads a signed head back unchanged', () => {
  expect(readHead(line, trusted)).toEqual(head);
});

test('reads a head from before row changes with a count of zero', () => {
  const { rowChanges: _, signature: __, ...before } = JSON.parse(line) as Record<string, unknown>;
  const signature = sign(null, Buffer.from(JSON.stringify(before)), signer.privateKey).toString('base64url');
  expect(readHead(JSON.stringify({ ...before, signature }), trusted)).toEqual({ ...head, rowChanges: 0n });
});

test('derives one key per secret', () => {
  expect(createSigner('a key that is long enough for this').publicKey).toBe(signer.publicKey);
  expect(createSigner('a key that is long enough for that').publicKey).not.toBe(signer.publicKey);
});

test('rejects a head signed with another key', () => {
  expect(readHead(signHead(head, createSigner('some other key, long enough as well')), trusted)).toBeUndefined();
});

test('rejects a line with any changed byte', () => {
  const changed = line
    .split('')
    .map((letter, i) => line.slice(0, i) + (letter === '7' ? '8' : '7') + line.slice(i + 1));
  expect(changed.filter((other) => readHead(other, trusted) !== undefined)).toEqual([]);
});

test.each(['', '{', 'null', '[]', '"text"', '{"key":1}'])('rejects %j', (text) => {
  expect(readHead(text, trusted)).toBeUndefined();
});

test('appends below a truncated line', async () => {
  const place = mkdtempSync(join(tmpdir(), 'larkmere-heads-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const file = join(place, 'deep', 'heads.jsonl');
  await appendLine(file, 'one');
  await appendLine(file, 'two');
  writeFileSync(file, 'one\ntw');
  await appendLine(file, 'three');
  await appendLine(file, 'four');
  expect(readFileSync(file, 'utf8')).toBe('one\ntw\nthree\nfour\n');
});
