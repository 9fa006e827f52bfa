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
 * The signed-in customer; only for screens that the guard opens to nobody else. A page that is being left because the
 * session has ended still finds the customer it was made for.
 */
export function useSession(): SessionView {
  const state = useSessionState();
  const session = state.status === 'in' ? state.session : customer.last();
  if (!session) throw new Error('nobody is signed in');
  return session;
}

export const currentSession = customer.current;

/** Asks anew who is signed in: they are somebody else to us than when they came. */
export const renewSession = customer.renew;

let leaving = false;

/** Whether somebody is signed in and has not asked to leave: what the server closes for one who leaves is no news. */
export const isStaying = (): boolean => !leaving && currentSession() !== undefined;

/** Asks the server once who is signed in: the cookie survives a reload, the token in memory does not. */
export const sessionReady = customer.ready;

/** Signs a customer in. Throws ApiError with the code of the refusal, such as `captcha_required`. */
export async function login(input: Input<typeof contract.session.login>): Promise<void> {
  customer.enter(await call(endpoints.session.login, input));
}

/** Ends the session on the server and forgets the customer here. */
export async function logout(reason: 'logout' | 'idle' = 'logout'): Promise<void> {
  leaving = true;
  try {
    await call(endpoints.session.logout, { idempotency: newIdempotencyKey() });
  } catch (error) {
    // A session that has ended already is as good as one that we ended.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  } finally {
    leaving = false;
  }
  clearDrafts();
  // The server tells the browser to empty its storage, where the chosen theme lies too.
  rememberTheme();
  forgetSession(reason);
}

/** Forgets the customer in this window. Unsent payment details of this tab stay when the session was taken away. */
export const forgetSession = customer.leave;
