import { createCipheriv, createHash } from 'node:crypto';
import type { OperationId } from '@larkmere/ledger/types';
import { v4, v7 } from 'uuid';

/** Deterministic pseudo-random values: a key stream derived from a text. */
export type Random = Readonly<{
  between: (least: number, most: number) => number;
  pick: <T>(from: readonly [T, ...T[]]) => T;
  idAt: (at: Date) => string;
  operationIdAt: (at: Date) => OperationId;
  uuid: () => string;
  reference: () => string;
}>;

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export function randomFrom(text: string): Random {
  const key = createHash('sha256').update(text).digest();
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const bytes = (size: number): Buffer => stream.update(Buffer.alloc(size));
  const between = (least: number, most: number): number => least + (bytes(6).readUIntBE(0, 6) % (most - least + 1));
  return {
    between,
    pick: (from) => from[between(0, from.length - 1)] ?? from[0],
    idAt: (at) => v7({ msecs: at.getTime(), random: bytes(16) }),
    operationIdAt: (at) => v7({ msecs: at.getTime(), random: bytes(16) }) as OperationId,
    uuid: () => v4({ random: bytes(16) }),
    reference: () => Array.from(bytes(12), (byte) => alphabet.charAt(byte % alphabet.length)).join(''),
  };
}
