import { Suspense } from 'react';
import { languages } from '../../messages/languages.ts';
import { isStaffRefusal } from '../../platform/navigation/guards.ts';
import { lazyPart } from '../../platform/navigation/lazy-screen.tsx';
import { navigation } from '../../platform/navigation/navigation.ts';
import { useSessionState } from '../../platform/session/session.ts';
import { useStaffSessionState } from '../../platform/session/staff-session.ts';
import { PlainLayout } from './PlainLayout.tsx';

const StaffRefusal = lazyPart(
  async () => (await import('../manage/StaffRefusal.tsx')).StaffRefusal,
  languages.en.staff,
);

/** Staff stay in their frame, with its menu. */
export function RefusalLayout() {
  const staff = useStaffSessionState();
  const customer = useSessionState();
  const isStaff = staff.status === 'in' && !staff.session.enrolling;
  const visitor = { isStaff, customer: customer.status === 'in' ? customer.session : undefined };
  return isStaffRefusal(visitor, navigation.lastPath) ? (
    <Suspense>
      <StaffRefusal />
    </Suspense>
  ) : (
    <PlainLayout />
  );
}
