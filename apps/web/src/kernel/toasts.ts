import { newIdempotencyKey } from './idempotency.ts';
import { createStore, useStore } from './store.ts';

export type ToastMessage = Readonly<{
  id: string;
  kind: 'success' | 'warning' | 'danger' | 'info' | 'neutral';
  text: string;
  action?: { label: string; onPress: () => void } | undefined;
}>;

const store = createStore<ToastMessage | undefined>(undefined);

export const useToast = (): ToastMessage | undefined => useStore(store);

/** Says something for five seconds, in place of whatever was said before. Never the only place of an error. */
export const showToast = (toast: Omit<ToastMessage, 'id'>): void => store.set({ id: newIdempotencyKey(), ...toast });

export const closeToasts = (): void => store.set(undefined);
