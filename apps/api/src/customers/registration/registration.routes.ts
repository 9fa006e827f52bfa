import { contract } from '@larkmere/contract/contract';
import type { SignInSecrets } from '../../identity/session/session.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { confirmRegistration } from './confirm-registration.ts';
import { register } from './register.ts';

export type RegistrationSecrets = SignInSecrets & Readonly<{ confirmCodes: Buffer }>;

export function registrationRoutes(bind: Bind, secrets: RegistrationSecrets): void {
  bind.workflow(contract.registration.register, register(secrets));
  bind.workflow(contract.registration.confirm, confirmRegistration(secrets));
}
