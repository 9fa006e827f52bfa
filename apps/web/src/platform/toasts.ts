import { newIdempotencyKey } from './http/idempotency.ts';
import { createStore, useStore } from './store.ts';

export type ToastMessage = Readonly<{
  id: string;
  kind: 'success' | 'warning' | 'danger' | 'info' | 'neutral';
  text: string;
  action?: { label: string; onPress: () => void } | undefined;
}>;
type ToastContent = Omit<ToastMessage, 'id'>;

/** Milliseconds. */
export const toastDurationMs = 5000;

export const toastStore = createStore<ToastMessage | undefined>(undefined);
let lastActionAt = Number.NEGATIVE_INFINITY;
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

export const useToast = (): ToastMessage | undefined => useStore(toastStore);

/** Replaces the current toast. Never the only place that shows an error. */
export function showToast(toast: ToastContent): void {
  lastActionAt = performance.now();
  displayToast(toast);
}

export function showFailureOnce(text: string): void {
  const shown = toastStore.get();
  const isShown = shown?.kind === 'danger' && shown.text === text && performance.now() < lastActionAt + toastDurationMs;
  if (!isShown) showToast({ kind: 'danger', text });
}

/**
 * A toast for a user's own action stays for its full time first; of several waiting notices only the last is displayed.
 */
export function showNotice(toast: ToastContent): void {
  const left = lastActionAt + toastDurationMs - performance.now();
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => displayToast(toast), Math.max(0, left));
}

export function closeToasts(): void {
  clearTimeout(noticeTimer);
  lastActionAt = Number.NEGATIVE_INFINITY;
  toastStore.set(undefined);
}

function displayToast(toast: ToastContent): void {
  clearTimeout(noticeTimer);
  toastStore.set({ id: newIdempotencyKey(), ...toast });
}
