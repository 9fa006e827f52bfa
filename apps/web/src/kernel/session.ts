import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import type { SessionView } from '@larkmere/contract/session';
import { call } from './call.ts';
import { ApiError } from './call-errors.ts';
import { clearDrafts } from './draft.ts';
import { endpoints } from './endpoints.ts';
import { newIdempotencyKey } from './idempotency.ts';
import { createSignedIn, type SignedInState } from './signed-in.ts';
import { useStore } from './store.ts';
import { rememberTheme } from './theme.ts';

const customer = createSignedIn<SessionView>({
  side: 'customer',
  hint: 'signed-in',
  ask: () => call(endpoints.session.current, {}),
});

export const sessionStore = customer.store;

export const useSessionState = (): SignedInState<SessionView> => useStore(sessionStore);

/**
 * Only for screens that the guard reserves for customers. A page that is closing after the session still gets its
 * customer.
 */
export function useSession(): SessionView {
  const state = useSessionState();
  const session = state.status === 'in' ? state.session : customer.last();
  if (!session) throw new Error('nobody is signed in');
  return session;
}

export const currentSession = customer.current;

export const renewSession = customer.renew;

let leaving = false;

export const isStaying = (): boolean => !leaving && currentSession() !== undefined;

export const sessionReady = customer.ready;

export async function login(input: Input<typeof contract.session.login>): Promise<void> {
  customer.enter(await call(endpoints.session.login, input));
}

export async function logout(reason: 'logout' | 'idle' = 'logout'): Promise<void> {
  leaving = true;
  try {
    await call(endpoints.session.logout, { idempotency: newIdempotencyKey() });
  } catch (error) {
    // A session that has already ended counts as logged out.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  } finally {
    leaving = false;
  }
  clearDrafts();
  // The server's logout clears the browser's storage, which also holds the theme.
  rememberTheme();
  forgetSession(reason);
}

/** Drafts in this tab stay when the session has ended by itself. */
export const forgetSession = customer.leave;
