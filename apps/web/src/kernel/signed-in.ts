import { credentials, type Side } from './call.ts';
import { ApiError } from './call-errors.ts';
import { createStore, type Store } from './store.ts';

export type Left = 'logout' | 'idle' | 'ended';

export type SignedInState<View> =
  | { status: 'unknown' }
  | { status: 'out'; left?: Left }
  | { status: 'in'; session: View };

export type SignedIn<View> = Readonly<{
  store: Store<SignedInState<View>>;
  current: () => View | undefined;
  last: () => View | undefined;
  ready: () => Promise<void>;
  enter: (session: View) => void;
  renew: () => Promise<void>;
  leave: (left: Left) => void;
}>;

type Options<View> = Readonly<{ side: Side; hint: string; ask: () => Promise<View> }>;

/**
 * The session of one side. The token lives in memory only and the cookie survives a reload, so the server is asked
 * again. Scripts cannot see the cookie: a flag in the storage (`hint`) tells whether asking is worthwhile.
 */
export function createSignedIn<View extends { token: string }>({ side, hint, ask }: Options<View>): SignedIn<View> {
  const store = createStore<SignedInState<View>>({ status: 'unknown' });
  let last: View | undefined;
  let asking: Promise<void> | undefined;

  const enter = (session: View) => {
    rememberHint(hint, true);
    last = session;
    credentials[side] = session.token;
    store.set({ status: 'in', session });
  };
  const restore = async () => {
    if (!hasHint(hint)) return store.set({ status: 'out' });
    try {
      enter(await ask());
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      rememberHint(hint, false);
      store.set({ status: 'out' });
    }
  };
  return {
    store,
    current: () => {
      const state = store.get();
      return state.status === 'in' ? state.session : undefined;
    },
    last: () => last,
    ready: () => {
      if (store.get().status !== 'unknown') return Promise.resolve();
      asking ??= restore().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    enter,
    renew: async () => enter(await ask()),
    leave: (left) => {
      rememberHint(hint, false);
      credentials[side] = undefined;
      store.set({ status: 'out', left });
    },
  };
}

/** If storage is blocked, always ask. */
function hasHint(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return true;
  }
}

function rememberHint(name: string, signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(name, 'yes');
    else localStorage.removeItem(name);
  } catch {
    // Storage is blocked: the server is asked every time.
  }
}
