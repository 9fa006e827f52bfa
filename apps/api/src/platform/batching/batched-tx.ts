import type { Tx } from '../db/db.ts';
import { withProvider } from '../db/pipeline-driver.ts';

type BatchedTxState = { readonly root: Tx; isDirty: boolean };
const states = new WeakMap<Tx, BatchedTxState>();

/** The part of one work in a shared transaction. Every statement that it sends itself counts as a write. */
export function batchedTx(root: Tx): Tx {
  const tx = withProvider(root, (provider) => ({
    provideConnection: (use) => {
      markDirty(tx);
      return provider.provideConnection(use);
    },
  }));
  states.set(tx, { root, isDirty: false });
  return tx;
}

export const isBatched = (tx: Tx): boolean => states.has(tx);
export const rootTx = (tx: Tx): Tx => states.get(tx)?.root ?? tx;
export const isDirty = (tx: Tx): boolean => states.get(tx)?.isDirty ?? false;
export function markDirty(tx: Tx): void {
  const state = states.get(tx);
  if (state) state.isDirty = true;
}
