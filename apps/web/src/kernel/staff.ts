import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import type { StaffSessionView } from '@larkmere/contract/manage';
import { call } from './call.ts';
import { ApiError } from './call-errors.ts';
import { endpoints } from './endpoints.ts';
import { newIdempotencyKey } from './idempotency.ts';
import { createSignedIn, type SignedInState } from './signed-in.ts';
import { useStore } from './store.ts';
import { rememberTheme } from './theme.ts';

const staff = createSignedIn<StaffSessionView>({
  side: 'staff',
  hint: 'staff-signed-in',
  ask: () => call(endpoints.manage.current, {}),
});

export const staffStore = staff.store;

export const useStaffState = (): SignedInState<StaffSessionView> => useStore(staffStore);

export function useStaff(): StaffSessionView {
  const state = useStaffState();
  const session = state.status === 'in' ? state.session : staff.last();
  if (!session) throw new Error('nobody of the staff is signed in');
  return session;
}

export const currentStaff = staff.current;

export const staffReady = staff.ready;

export async function loginStaff(input: Input<typeof contract.manage.login>): Promise<void> {
  staff.enter(await call(endpoints.manage.login, input));
}

export async function logoutStaff(): Promise<void> {
  try {
    await call(endpoints.manage.logout, { idempotency: newIdempotencyKey() });
  } catch (error) {
    // A session that has already ended counts as logged out.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  // The server's logout clears the browser's storage, which also holds the theme.
  rememberTheme();
  forgetStaff('logout');
}

export const forgetStaff = staff.leave;
