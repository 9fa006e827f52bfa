import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import type { SessionView } from '@larkmere/contract/session';
import { call, credentials } from './call.ts';
import { ApiError } from './call-errors.ts';
import { clearDrafts } from './draft.ts';
import { endpoints } from './endpoints.ts';
import { newIdempotencyKey } from './idempotency.ts';
import { createStore, useStore } from './store.ts';
import { rememberTheme } from './theme.ts';

/** `unknown` until the server was asked; `left` says why nobody is signed in any more. */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'out'; left?: 'logout' | 'idle' | 'ended' }
  | { status: 'in'; session: SessionView };

export const sessionStore = createStore<SessionState>({ status: 'unknown' });

export const useSessionState = (): SessionState => useStore(sessionStore);

let lastSession: SessionView | undefined;

/**
 * The signed-in customer; only for screens that the guard opens to nobody else. A page that is being left because the
 * session has ended still finds the customer it was made for.
 */
export function useSession(): SessionView {
  const state = useSessionState();
  const session = state.status === 'in' ? state.session : lastSession;
  if (!session) throw new Error('nobody is signed in');
  return session;
}

export const currentSession = (): SessionView | undefined => {
  const state = sessionStore.get();
  return state.status === 'in' ? state.session : undefined;
};

const hint = 'signed-in';

/** No script can see the cookie, so a word in the storage tells whether asking is worth it. Blocked storage: always ask. */
function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(hint) !== null;
  } catch {
    return true;
  }
}

function rememberSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(hint, 'yes');
    else localStorage.removeItem(hint);
  } catch {
    // Storage is blocked: the server is asked every time.
  }
}

let asking: Promise<void> | undefined;

/** Asks the server once who is signed in: the cookie survives a reload, the token in memory does not. */
export function sessionReady(): Promise<void> {
  if (sessionStore.get().status !== 'unknown') return Promise.resolve();
  asking ??= restore().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function restore(): Promise<void> {
  if (!mayBeSignedIn()) return sessionStore.set({ status: 'out' });
  try {
    signIn(await call(endpoints.session.current, {}));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    rememberSignedIn(false);
    sessionStore.set({ status: 'out' });
  }
}

function signIn(session: SessionView): void {
  rememberSignedIn(true);
  lastSession = session;
  credentials.token = session.token;
  sessionStore.set({ status: 'in', session });
}

/** Signs a customer in. Throws ApiError with the code of the refusal, such as `captcha_required`. */
export async function login(input: Input<typeof contract.session.login>): Promise<void> {
  signIn(await call(endpoints.session.login, input));
}

/** Ends the session on the server and forgets the customer here. */
export async function logout(reason: 'logout' | 'idle' = 'logout'): Promise<void> {
  try {
    await call(endpoints.session.logout, { idempotency: newIdempotencyKey() });
  } catch (error) {
    // A session that has ended already is as good as one that we ended.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  clearDrafts();
  // The server tells the browser to empty its storage, where the chosen theme lies too.
  rememberTheme();
  forgetSession(reason);
}

/** Forgets the customer in this window. Unsent payment details of this tab stay when the session was taken away. */
export function forgetSession(left: 'logout' | 'idle' | 'ended'): void {
  rememberSignedIn(false);
  credentials.token = undefined;
  sessionStore.set({ status: 'out', left });
}
