export { ContactRecoveries } from './ContactRecoveries.tsx';
export { PasswordHelpDialog } from './PasswordHelpDialog.tsx';
export { PersonActions } from './PersonActions.tsx';
export { peopleQuery } from './person.api.ts';
export { ResetPinButton } from './ResetPinButton.tsx';
export { toChannel, usePasswordChannels } from './use-password-channels.ts';
