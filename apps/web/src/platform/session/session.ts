import type { contract } from '@larkmere/contract/contract';
import type { LoginChallenge, SessionView } from '@larkmere/contract/identity/session';
import type { Input, RawInput } from '@larkmere/contract/platform/endpoint';
import { clearDrafts, holdDrafts } from '../forms/draft-storage.ts';
import { call } from '../http/call.ts';
import { ApiError } from '../http/call-errors.ts';
import { endpoints } from '../http/endpoints.ts';
import { newIdempotencyKey } from '../http/idempotency.ts';
import { useStore } from '../store.ts';
import { storeTheme } from '../theme.ts';
import { createSessionManager, type SessionState } from './session-state.ts';
import { isSwitchingCustomer } from './switching.ts';

const customerSession = createSessionManager<SessionView>({
  kind: 'customer',
  hint: 'signed-in',
  fetchSession: () => call(endpoints.session.current, {}),
});

export const sessionStore = customerSession.store;

export const useSessionState = (): SessionState<SessionView> => useStore(sessionStore);

/**
 * Only for screens that the guard reserves for customers. A page that is closing after the session still gets its
 * customer.
 */
export function useSession(): SessionView {
  const state = useSessionState();
  const session = state.status === 'in' ? state.session : customerSession.lastSession();
  if (!session) throw new Error('nobody is signed in');
  return session;
}

export const currentSession = customerSession.current;

export const refreshSession = customerSession.refresh;

let isLoggingOut = false;

export const hasActiveSession = (): boolean =>
  !isLoggingOut && !isSwitchingCustomer() && currentSession() !== undefined;

export const ensureSessionLoaded = customerSession.ensureLoaded;

/** Returns a challenge if the login needs a second factor. */
export async function login(input: Input<typeof contract.session.login>): Promise<LoginChallenge | undefined> {
  const answer = await call(endpoints.session.login, input);
  if ('challenge' in answer) return answer.challenge;
  customerSession.signIn(answer);
  return undefined;
}

export async function confirmLogin(input: RawInput<typeof contract.session.confirmLogin>): Promise<void> {
  customerSession.signIn(await call(endpoints.session.confirmLogin, input));
}

/** Staff look at an account in this browser from now on. */
export const beginVisit = customerSession.signIn;

export async function logout(reason: 'logout' | 'idle' = 'logout'): Promise<void> {
  isLoggingOut = true;
  const restoreDrafts = holdDrafts();
  try {
    await call(endpoints.session.logout, { idempotency: newIdempotencyKey() });
  } catch (error) {
    // A session that has already ended counts as logged out.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  } finally {
    isLoggingOut = false;
  }
  // Whoever was only away too long finds what they typed; drafts are kept by person.
  if (reason === 'idle') restoreDrafts();
  else clearDrafts();
  // The server's logout clears the browser's storage, which also holds the theme.
  storeTheme();
  clearSession(reason);
}

/** Drafts in this tab stay when the session expires. */
export const clearSession = customerSession.signOut;
