import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';

/** How far the chain reached at an instant, and what lay below. Amounts are decimals, per currency all that ever moved. */
const Head = z.strictObject({
  seq: z.string().regex(/^\d+$/).transform(BigInt),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  transfers: z.string().regex(/^\d+$/).transform(BigInt),
  audits: z.string().regex(/^\d+$/).transform(BigInt),
  /** Heads that were signed before changes of rows were linked do not have it. */
  rowChanges: z.string().regex(/^\d+$/).default('0').transform(BigInt),
  moved: z.record(z.string(), z.string()),
  at: z.iso.datetime(),
});
export type Head = z.output<typeof Head>;

export type Signer = Readonly<{ privateKey: KeyObject; publicKey: string }>;

/** What comes before the 32 bytes of an Ed25519 private key in PKCS #8. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The signing key follows from SEAL_KEY, which the database never sees. The public key is 32 bytes in base64url. */
export function signerOf(sealKey: string): Signer {
  const seed = Buffer.from(hkdfSync('sha256', sealKey, '', 'larkmere heads of the seal', 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '' };
}

/** One line of JSON: the head, the public key, and the Ed25519 signature over the line without it. */
export function signHead(head: Head, { privateKey, publicKey }: Signer): string {
  const said = {
    ...head,
    seq: `${head.seq}`,
    transfers: `${head.transfers}`,
    audits: `${head.audits}`,
    rowChanges: `${head.rowChanges}`,
    key: publicKey,
  };
  const signature = sign(null, Buffer.from(JSON.stringify(said)), privateKey).toString('base64url');
  return JSON.stringify({ ...said, signature });
}

/** The head of a line; undefined unless one of the trusted keys signed every byte of it. */
export function readHead(line: string, trusted: readonly string[]): Head | undefined {
  const { signature, ...said } = parsed(line);
  if (typeof signature !== 'string' || typeof said.key !== 'string' || !trusted.includes(said.key)) return undefined;
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: said.key }, format: 'jwk' });
  if (!verify(null, Buffer.from(JSON.stringify(said)), publicKey, Buffer.from(signature, 'base64url')))
    return undefined;
  const { key: _, ...head } = said;
  return Head.parse(head);
}

/** As it was written, in its order: the signature is over the text. */
function parsed(line: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
