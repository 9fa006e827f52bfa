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

/** The signed-in member of staff; only for the staff area. */
export function useStaff(): StaffSessionView {
  const state = useStaffState();
  const session = state.status === 'in' ? state.session : staff.last();
  if (!session) throw new Error('nobody of the staff is signed in');
  return session;
}

export const currentStaff = staff.current;

/** Asks the server once who of the staff is signed in. */
export const staffReady = staff.ready;

/** Signs a member of staff in. Throws ApiError with the code of the refusal, such as `login_failed`. */
export async function loginStaff(input: Input<typeof contract.manage.login>): Promise<void> {
  staff.enter(await call(endpoints.manage.login, input));
}

/** Ends the staff session on the server and here. */
export async function logoutStaff(): Promise<void> {
  try {
    await call(endpoints.manage.logout, { idempotency: newIdempotencyKey() });
  } catch (error) {
    // A session that has ended already is as good as one that we ended.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  // The server tells the browser to empty its storage, where the chosen theme lies too.
  rememberTheme();
  forgetStaff('logout');
}

/** Forgets the member of staff in this window. */
export const forgetStaff = staff.leave;
