import { newIdempotencyKey } from './idempotency.ts';
import { createStore, useStore } from './store.ts';

export type ToastMessage = Readonly<{
  id: string;
  kind: 'success' | 'warning' | 'danger' | 'info' | 'neutral';
  text: string;
  action?: { label: string; onPress: () => void } | undefined;
}>;
type Said = Omit<ToastMessage, 'id'>;

/** Milliseconds. */
export const standing = 5000;

export const saying = createStore<ToastMessage | undefined>(undefined);
let answered = Number.NEGATIVE_INFINITY;
let next: ReturnType<typeof setTimeout> | undefined;

export const useToast = (): ToastMessage | undefined => useStore(saying);

/** Replaces the current toast. Never the only place that shows an error. */
export function showToast(toast: Said): void {
  answered = performance.now();
  say(toast);
}

export function showFailureOnce(text: string): void {
  const shown = saying.get();
  const isShown = shown?.kind === 'danger' && shown.text === text && performance.now() < answered + standing;
  if (!isShown) showToast({ kind: 'danger', text });
}

/**
 * A toast for a user's own action stays for its full time first; of several waiting notices only the last is displayed.
 */
export function showNews(toast: Said): void {
  const left = answered + standing - performance.now();
  clearTimeout(next);
  next = setTimeout(() => say(toast), Math.max(0, left));
}

export function closeToasts(): void {
  clearTimeout(next);
  answered = Number.NEGATIVE_INFINITY;
  saying.set(undefined);
}

function say(toast: Said): void {
  clearTimeout(next);
  saying.set({ id: newIdempotencyKey(), ...toast });
}
