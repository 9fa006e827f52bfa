import { credentials, type SessionKind } from '../http/call.ts';
import { ApiError } from '../http/call-errors.ts';
import { createStore, type Store } from '../store.ts';

export type SignOutReason = 'logout' | 'idle' | 'ended';

export type SessionState<View> =
  | { status: 'unknown' }
  | { status: 'out'; reason?: SignOutReason }
  | { status: 'in'; session: View };

export type SessionManager<View> = Readonly<{
  store: Store<SessionState<View>>;
  current: () => View | undefined;
  lastSession: () => View | undefined;
  ensureLoaded: () => Promise<void>;
  signIn: (session: View) => void;
  refresh: () => Promise<void>;
  signOut: (left: SignOutReason) => void;
}>;

type Options<View> = Readonly<{ kind: SessionKind; hint: string; fetchSession: () => Promise<View> }>;

/**
 * The session of one side. The token lives in memory only and the cookie survives a reload, so the server is asked
 * again. Scripts cannot see the cookie: a flag in the storage (`hint`) tells whether asking is worthwhile.
 */
export function createSessionManager<View extends { token: string }>({
  kind,
  hint,
  fetchSession,
}: Options<View>): SessionManager<View> {
  const store = createStore<SessionState<View>>({ status: 'unknown' });
  let last: View | undefined;
  let asking: Promise<void> | undefined;

  const enter = (session: View) => {
    storeSessionHint(hint, true);
    last = session;
    credentials[kind] = session.token;
    store.set({ status: 'in', session });
  };
  const restore = async () => {
    if (!hasSessionHint(hint)) return store.set({ status: 'out' });
    try {
      enter(await fetchSession());
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      storeSessionHint(hint, false);
      store.set({ status: 'out' });
    }
  };
  return {
    store,
    current: () => {
      const state = store.get();
      return state.status === 'in' ? state.session : undefined;
    },
    lastSession: () => last,
    ensureLoaded: () => {
      if (store.get().status !== 'unknown') return Promise.resolve();
      asking ??= restore().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    signIn: enter,
    refresh: async () => enter(await fetchSession()),
    signOut: (left) => {
      storeSessionHint(hint, false);
      credentials[kind] = undefined;
      store.set({ status: 'out', reason: left });
    },
  };
}

/** If storage is blocked, always ask. */
function hasSessionHint(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return true;
  }
}

function storeSessionHint(name: string, signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(name, 'yes');
    else localStorage.removeItem(name);
  } catch {
    // Storage is blocked: the server is asked every time.
  }
}
