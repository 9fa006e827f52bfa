import type { StaffLoginChallenge } from '@larkmere/contract/back-office/staff';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { loginStaff } from '../../platform/session/staff-session.ts';
import { ChooseFirstFactor } from '../staff-factor/staff-factor.tsx';
import { ConfirmStaffLogin } from './ConfirmStaffLogin.tsx';
import { EnrolStaffCode } from './EnrolStaffCode.tsx';

type Props = { username: string; password: string };

/** The first second factor: a passkey or an authenticator app. Each logs in with its first use. */
export function EnrolStaffFactor({ username, password }: Props) {
  const router = useRouter();
  const [usesApp, setUsesApp] = useState(false);
  const [challenge, setChallenge] = useState<StaffLoginChallenge>();
  const logIn = async () => setChallenge(await loginStaff({ username, password, idempotency: newIdempotencyKey() }));
  const startAgain = () => void router.navigate({ to: paths.manageLogin });
  if (challenge) return <ConfirmStaffLogin challenge={challenge} isFirst onStartAgain={startAgain} />;
  if (usesApp) return <EnrolStaffCode username={username} password={password} />;
  return <ChooseFirstFactor onAuthenticator={() => setUsesApp(true)} onPasskey={logIn} />;
}
