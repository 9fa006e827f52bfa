import { useLinkSecret } from '../../platform/navigation/link-secret.ts';
import { ForgottenLogin } from './RequestRecoveryPage.tsx';
import { ResetPassword } from './ResetPasswordPage.tsx';

/** The address of both: a link from the e-mail carries its secret in the fragment. */
export function ForgotLoginPage() {
  const token = useLinkSecret();
  return token ? <ResetPassword key={token} token={token} /> : <ForgottenLogin />;
}
