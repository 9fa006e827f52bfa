import { newIdempotencyKey } from './idempotency.ts';
import { createStore, useStore } from './store.ts';

export type ToastMessage = Readonly<{
  id: string;
  kind: 'success' | 'warning' | 'danger' | 'info' | 'neutral';
  text: string;
  action?: { label: string; onPress: () => void } | undefined;
}>;
type Said = Omit<ToastMessage, 'id'>;

/** How long a toast stands, in milliseconds. */
export const standing = 5000;

/** What is said now. */
export const saying = createStore<ToastMessage | undefined>(undefined);
let answered = Number.NEGATIVE_INFINITY;
let next: ReturnType<typeof setTimeout> | undefined;

export const useToast = (): ToastMessage | undefined => useStore(saying);

/** Answers what somebody just did, in place of whatever was said before. Never the only place of an error. */
export function showToast(toast: Said): void {
  answered = performance.now();
  say(toast);
}

/** Tells of a failure, unless a toast says just that at the moment. */
export function showFailureOnce(text: string): void {
  const shown = saying.get();
  const isShown = shown?.kind === 'danger' && shown.text === text && performance.now() < answered + standing;
  if (!isShown) showToast({ kind: 'danger', text });
}

/** Tells what happened elsewhere. It lets an answer stand its time first; of several that wait, the last is told. */
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
