import type { StaffLoginChallenge, StaffSessionView } from '@larkmere/contract/back-office/staff';
import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { call } from '../http/call.ts';
import { ApiError } from '../http/call-errors.ts';
import { endpoints } from '../http/endpoints.ts';
import { newIdempotencyKey } from '../http/idempotency.ts';
import { useStore } from '../store.ts';
import { storeTheme } from '../theme.ts';
import { createSessionManager, type SessionState } from './session-state.ts';

const staffSession = createSessionManager<StaffSessionView>({
  kind: 'staff',
  hint: 'staff-signed-in',
  fetchSession: () => call(endpoints.staff.current, {}),
});

export const staffSessionStore = staffSession.store;

export const useStaffSessionState = (): SessionState<StaffSessionView> => useStore(staffSessionStore);

export function useStaffSession(): StaffSessionView {
  const state = useStaffSessionState();
  const session = state.status === 'in' ? state.session : staffSession.lastSession();
  if (!session) throw new Error('nobody of the staff is signed in');
  return session;
}

export const currentStaffSession = staffSession.current;

export const ensureStaffSessionLoaded = staffSession.ensureLoaded;

/** Returns a challenge to a member with a passkey who gives no code. */
export async function loginStaff(input: Input<typeof contract.staff.login>): Promise<StaffLoginChallenge | undefined> {
  const answer = await call(endpoints.staff.login, input);
  if ('challenge' in answer) return answer.challenge;
  staffSession.signIn(answer);
  return undefined;
}

export async function confirmStaffLogin(input: Input<typeof contract.staff.confirmLogin>): Promise<void> {
  staffSession.signIn(await call(endpoints.staff.confirmLogin, input));
}

export async function logoutStaff(): Promise<void> {
  try {
    await call(endpoints.staff.logout, { idempotency: newIdempotencyKey() });
  } catch (error) {
    // A session that has already ended counts as logged out.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  // The server's logout clears the browser's storage, which also holds the theme.
  storeTheme();
  clearStaffSession('logout');
}

export const clearStaffSession = staffSession.signOut;
