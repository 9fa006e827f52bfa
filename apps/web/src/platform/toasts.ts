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
/** Time to read a notice before the next one replaces it. */
const noticeReadMs = 2000;

export const toastStore = createStore<ToastMessage | undefined>(undefined);
let lastActionAt = Number.NEGATIVE_INFINITY;
let lastNoticeAt = Number.NEGATIVE_INFINITY;
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
 * A toast for a user's own action stays for its full time first, and a notice for the time to read it; of several waiting
 * notices only the last is displayed.
 */
export function showNotice(toast: ToastContent): void {
  const freeAt = Math.max(lastActionAt + toastDurationMs, lastNoticeAt + noticeReadMs);
  const waitMs = freeAt - performance.now();
  clearTimeout(noticeTimer);
  if (waitMs > 0) noticeTimer = setTimeout(() => displayNotice(toast), waitMs);
  else displayNotice(toast);
}

function displayNotice(toast: ToastContent): void {
  lastNoticeAt = performance.now();
  displayToast(toast);
}

export function closeToasts(): void {
  clearTimeout(noticeTimer);
  lastActionAt = Number.NEGATIVE_INFINITY;
  lastNoticeAt = Number.NEGATIVE_INFINITY;
  toastStore.set(undefined);
}

function displayToast(toast: ToastContent): void {
  clearTimeout(noticeTimer);
  toastStore.set({ id: newIdempotencyKey(), ...toast });
}
