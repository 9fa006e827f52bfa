import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { confirmRegistration } from './confirm-registration.ts';
import { type RegistrationSecrets, register } from './register.ts';

export function registrationRoutes(bind: Bind, secrets: RegistrationSecrets): void {
  bind.workflow(contract.registration.register, register(secrets));
  bind.workflow(contract.registration.confirm, confirmRegistration(secrets));
}
