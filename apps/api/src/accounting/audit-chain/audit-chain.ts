/**
 * The hash chain over transfers, audit entries and protected rows, which shows later changes.
 * A writer appends committed rows and signs the head every minute, with a copy outside the database.
 * `npm run verify` checks the chain against the signed heads.
 */

import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';

const ChainHead = z.strictObject({
  seq: z.string().regex(/^\d+$/).transform(BigInt),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  transfers: z.string().regex(/^\d+$/).transform(BigInt),
  audits: z.string().regex(/^\d+$/).transform(BigInt),
  /** Missing in heads that were signed before row changes were part of the chain. */
  rowChanges: z.string().regex(/^\d+$/).default('0').transform(BigInt),
  moved: z.record(z.string(), z.string()),
  at: z.iso.datetime(),
});
export type ChainHead = z.output<typeof ChainHead>;

export type Signer = Readonly<{ privateKey: KeyObject; publicKey: string }>;

const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the Ed25519 keys from SEAL_KEY, which the database never sees. The public key is 32 bytes in base64url. */
export function createSigner(sealKey: string): Signer {
  const seed = Buffer.from(hkdfSync('sha256', sealKey, '', 'larkmere heads of the seal', 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '' };
}

export function signHead(head: ChainHead, { privateKey, publicKey }: Signer): string {
  const payload = {
    ...head,
    seq: `${head.seq}`,
    transfers: `${head.transfers}`,
    audits: `${head.audits}`,
    rowChanges: `${head.rowChanges}`,
    key: publicKey,
  };
  const signature = sign(null, Buffer.from(JSON.stringify(payload)), privateKey).toString('base64url');
  return JSON.stringify({ ...payload, signature });
}

/** The head of a line; undefined unless a trusted key signed every byte of it. */
export function readHead(line: string, trusted: readonly string[]): ChainHead | undefined {
  const { signature, ...payload } = parseLine(line);
  if (typeof signature !== 'string' || typeof payload.key !== 'string' || !trusted.includes(payload.key))
    return undefined;
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: payload.key }, format: 'jwk' });
  if (!verify(null, Buffer.from(JSON.stringify(payload)), publicKey, Buffer.from(signature, 'base64url')))
    return undefined;
  const { key: _, ...head } = payload;
  return ChainHead.parse(head);
}

function parseLine(line: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
